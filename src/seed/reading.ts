import type { DemoFileRow } from './files.server.ts'
import type { Random } from './random.ts'

type Document = DemoFileRow['row']

/** What most people look for first, and how many pages of it they read. */
const INTEREST: Record<string, number> = {
  building_report: 10,
  lim: 9,
  floor_plan: 7,
  title: 5,
  agreement: 4,
  rates: 3,
  rental_appraisal: 3,
  other: 3,
}

export interface ReadDocument {
  fileId: string
  /** Minutes until the next one is opened. */
  minutes: number
  isDownloaded: boolean
}

/** Some documents of a listing, each once, the interesting ones first and more often; long ones are kept. */
export function chooseDocuments(random: Random, documents: Document[], most: number): ReadDocument[] {
  const left = [...documents]
  return Array.from({ length: Math.min(most, documents.length) }, () => {
    const chosen = random.weighted(left.map((one) => [one, INTEREST[one.kind ?? 'other'] ?? 1] as const))
    left.splice(left.indexOf(chosen), 1)
    const pages = chosen.pageCount ?? 1
    return {
      fileId: chosen.id,
      minutes: 1 + Math.min(12, pages / 4) * (0.4 + random.next()),
      isDownloaded: random.chance(pages > 20 ? 0.5 : 0.15),
    }
  })
}
