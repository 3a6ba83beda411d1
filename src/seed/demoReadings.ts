import type { DemoEvent } from './demoEvents.ts'
import type { DemoFileWithSource } from './demoFiles.server.ts'
import type { Random } from './seededRandom.ts'

type Document = DemoFileWithSource['row']

/** What buyers look for in each type of document. */
const searchWords: Record<string, readonly string[]> = {
  building_report: ['moisture', 'roof', 'insulation', 'subfloor'],
  lim: ['flood', 'consent', 'drainage', 'zoning'],
  title: ['easement', 'covenant'],
  agreement: ['chattels', 'settlement', 'deposit'],
}

/** The seconds that buyers spent on each page of the documents they opened, what they searched for, and the sums of all readers. */
export function demoReadings(random: Random, events: DemoEvent[], files: DemoFileWithSource[]) {
  const documents = new Map(files.map(({ row }) => [row.id, row]))
  const opened = Map.groupBy(
    events.filter(({ event, leadId, fileId }) => event === 'file_view' && leadId && fileId),
    ({ leadId, fileId }) => `${leadId} ${fileId}`,
  )
  const patience = new Map<string, number>()
  const readings = [...opened.values()].flatMap((openings) => {
    const [first, last] = [openings[0], openings.at(-1)]
    const document = documents.get(first?.fileId ?? '')
    if (!first?.leadId || !last || !document) return []
    const leadPatience = patience.get(first.leadId) ?? 0.2 + random.next() ** 2
    patience.set(first.leadId, leadPatience)
    return {
      leadId: first.leadId,
      fileId: document.id,
      version: 1,
      pageSeconds: readPages(random, document, leadPatience * Math.sqrt(openings.length)),
      firstReadAt: first.createdAt,
      lastReadAt: last.createdAt,
    }
  })
  const searches = readings.flatMap(({ leadId, fileId, lastReadAt }) => {
    const words = searchWords[documents.get(fileId)?.kind ?? '']
    return words && random.chance(0.2)
      ? { leadId, fileId, words: random.pick(words), times: 1, lastAt: lastReadAt }
      : []
  })
  return { readings, searches, sums: sumReadings(readings) }
}

/** A few pages hold the reader, the others are passed, and at some page most people stop. */
function readPages(random: Random, { pageCount, kind }: Document, patience: number) {
  const pages = Math.max(1, pageCount ?? 1)
  const stop = Math.max(1, Math.ceil(pages * Math.min(1, 0.3 + patience * (0.5 + random.next()))))
  const centre = kind === 'building_report' || kind === 'lim' ? pages * 0.6 : pages * 0.3
  return Array.from({ length: stop }, (_, index) => {
    const nearness = Math.exp(-(((index + 1 - centre) / Math.max(1, pages * 0.1)) ** 2))
    return Math.round((1.5 + 4 * random.next() + 45 * patience * nearness * (0.5 + random.next())) * 10) / 10
  })
}

const MIN_READER_SECONDS = 1

function sumReadings(readings: readonly { fileId: string; version: number; pageSeconds: number[] }[]) {
  return [...Map.groupBy(readings, ({ fileId }) => fileId).entries()].map(([fileId, all]) => {
    const pages = Math.max(...all.map(({ pageSeconds }) => pageSeconds.length))
    const byPage = Array.from({ length: pages }, (_, page) => all.map(({ pageSeconds }) => pageSeconds[page] ?? 0))
    return {
      fileId,
      version: 1,
      pageSeconds: byPage.map((seconds) => seconds.reduce((sum, one) => sum + one, 0)),
      pageReaders: byPage.map((seconds) => seconds.filter((one) => one >= MIN_READER_SECONDS).length),
    }
  })
}
