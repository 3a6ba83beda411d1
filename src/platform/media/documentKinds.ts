/** What a document of a property is, and what buyers call it. */
export const documentKinds = {
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

export type DocumentKind = keyof typeof documentKinds

/** A buyer looks whether it fits, then for what could be wrong with it, then at what is bought and signed, then at money. */
const READ_FIRST: DocumentKind[] = [
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

const naturally = new Intl.Collator('en-NZ', { numeric: true })

/** The documents as buyers read them; several of one kind by name, "Part 2" before "Part 10". */
export function suggestedOrder<Document extends { kind: DocumentKind; name: string }>(documents: readonly Document[]) {
  return documents.toSorted(
    (a, b) => READ_FIRST.indexOf(a.kind) - READ_FIRST.indexOf(b.kind) || naturally.compare(a.name, b.name),
  )
}
