import type { demoEvents } from './demoEvents.ts'
import { type DemoFileWithSource, EARLIER_PAGE_COUNT } from './demoFiles.server.ts'
import type { Random } from './seededRandom.ts'

type DemoEvent = ReturnType<typeof demoEvents>[number]

const MIN_PAGE_SECONDS = 1

/** What buyers search for in long documents, by type. */
const WORDS: Record<string, readonly string[]> = {
  building_report: ['moisture', 'roof', 'asbestos'],
  lim: ['flood', 'consent', 'drainage'],
}

/** The reading behind each document that the demo's buyers opened: some pages are studied, many only passed. */
export function demoReadings(random: Random, events: DemoEvent[], files: DemoFileWithSource[]) {
  const documents = new Map(files.map(({ row }) => [row.id, row]))
  const readings = new Map<string, DemoReading>()
  const searches: DemoSearch[] = []
  for (const { event, leadId, fileId, createdAt } of events) {
    const document = fileId && documents.get(fileId)
    if (event !== 'file_view' || !leadId || !document) continue
    const isEarlier = document.replacedAt !== null && createdAt < document.replacedAt
    const version = isEarlier ? document.version - 1 : document.version
    const key = `${leadId} ${fileId} ${version}`
    const before = readings.get(key)
    const pageSeconds = readPages(random, (isEarlier ? EARLIER_PAGE_COUNT : document.pageCount) ?? 1)
    readings.set(key, {
      ...{ leadId, fileId, version, firstReadAt: before?.firstReadAt ?? createdAt, lastReadAt: createdAt },
      pageSeconds: addPages(before?.pageSeconds ?? [], pageSeconds),
    })
    const words = WORDS[document.kind ?? '']
    if (words && !before && random.chance(0.4))
      searches.push({ leadId, fileId, words: random.pick(words), times: random.between(1, 2), lastAt: createdAt })
  }
  return { readings: [...readings.values()], searches, sums: sumReadings([...readings.values()]) }
}

interface DemoReading {
  leadId: string
  fileId: string
  version: number
  pageSeconds: number[]
  firstReadAt: Date
  lastReadAt: Date
}

interface DemoSearch {
  leadId: string
  fileId: string
  words: string
  times: number
  lastAt: Date
}

/** From the first page on. Most stop early, and a few pages in the middle hold them longest. */
function readPages(random: Random, pageCount: number) {
  const last = random.chance(0.35) ? pageCount : random.between(1, Math.max(1, Math.ceil(pageCount / 2)))
  const studied = random.between(1, last)
  return Array.from({ length: last }, (_, index) => {
    const distance = Math.abs(index + 1 - studied)
    const seconds = distance < 3 ? random.between(15, 70) / (1 + distance) : random.between(0, 50) / 10
    return Math.round(seconds * 10) / 10
  })
}

const addPages = (one: number[], other: number[]) =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => (one[index] ?? 0) + (other[index] ?? 0))

function sumReadings(readings: DemoReading[]) {
  return [...Map.groupBy(readings, ({ fileId, version }) => `${fileId} ${version}`).values()].map((ofDocument) => ({
    ...{ fileId: ofDocument[0]?.fileId ?? '', version: ofDocument[0]?.version ?? 1 },
    pageSeconds: ofDocument.map(({ pageSeconds }) => pageSeconds).reduce(addPages),
    pageReaders: ofDocument
      .map(({ pageSeconds }) => pageSeconds.map((seconds) => Number(seconds >= MIN_PAGE_SECONDS)))
      .reduce(addPages),
  }))
}
