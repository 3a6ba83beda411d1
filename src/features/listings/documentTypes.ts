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

/** The order in which buyers usually read documents. */
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

/** In the order buyers read them; several of one type by name, "Part 2" before "Part 10". */
export function sortDocuments<Document extends { kind: DocumentType; name: string }>(documents: readonly Document[]) {
  return documents.toSorted(
    (a, b) => READING_ORDER.indexOf(a.kind) - READING_ORDER.indexOf(b.kind) || naturalOrder.compare(a.name, b.name),
  )
}
