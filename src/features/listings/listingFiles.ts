/** What a document of a property is, and what buyers call it. */
export const documentTypes = {
  title: 'Record of title',
  lim: 'LIM report',
  building_report: 'Building report',
  agreement: 'Sale and purchase agreement',
  floor_plan: 'Floor plan',
  rates: 'Rates',
  rental_appraisal: 'Rental appraisal',
  disclosure_statement: 'Disclosure statement',
  other: 'Other document',
} as const

export type DocumentType = keyof typeof documentTypes

/** A buyer looks whether it fits, then for what could be wrong with it, then at what is bought and signed, then at money. */
const READING_ORDER: DocumentType[] = [
  'floor_plan',
  'building_report',
  'lim',
  'title',
  'disclosure_statement',
  'agreement',
  'rates',
  'rental_appraisal',
  'other',
]

const naturalOrder = new Intl.Collator('en-NZ', { numeric: true })

/** The documents as buyers read them; several of one kind by name, "Part 2" before "Part 10". */
export function sortDocuments<Document extends { kind: DocumentType; name: string }>(documents: readonly Document[]) {
  return documents.toSorted(
    (a, b) => READING_ORDER.indexOf(a.kind) - READING_ORDER.indexOf(b.kind) || naturalOrder.compare(a.name, b.name),
  )
}

export const photoWidths = ['480', '960', '1920'] as const
export type PhotoWidth = (typeof photoWidths)[number]

/** Where the browser finds a photo, or the first page of a document. A new content has a new address. */
export const photoUrl = (id: string, width: PhotoWidth, replacedAt: Date | null) =>
  `/photos/${id}/${width}${replacedAt ? `?v=${replacedAt.getTime()}` : ''}`
