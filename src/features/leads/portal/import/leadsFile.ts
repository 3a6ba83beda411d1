import { LeadContact, MAX_IMPORTED_ROWS } from '../../intake/addLead.schema.ts'

/** A spreadsheet of 2,000 leads with long notes has half of it. */
const MAX_FILE_BYTES = 5_000_000
const MAX_COLUMNS = 50

/** What a column of the file can become. */
export const columnTargets = ['firstName', 'lastName', 'name', 'email', 'phone', 'note'] as const
export type ColumnTarget = (typeof columnTargets)[number]

/** A file that can't be read, with what to tell the agent. */
export class UnreadableFile extends Error {}

export interface ImportedTable {
  /** Without headings they are called "Column 1". */
  headings: string[]
  rows: string[][]
  /** The place in the file of the first row, counted from 1. */
  firstLine: number
}

/** The text of a file. Spreadsheets on Windows still save in its old encoding. */
export async function readLeadsFile(file: Blob) {
  if (file.size > MAX_FILE_BYTES)
    throw new UnreadableFile('This file is larger than 5 MB. Split it and import the parts.')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads rows from CSV, or from cells that were copied from a spreadsheet. */
export async function parseLeads(text: string): Promise<ImportedTable> {
  if (text.length > MAX_FILE_BYTES) throw new UnreadableFile('This is more than 5 MB. Split it and import the parts.')
  if (text.includes('\0') || text.startsWith('PK\u0003\u0004'))
    throw new UnreadableFile('This isn’t a CSV file. In your spreadsheet, save it as CSV and try again.')
  // Loaded when it is needed: most agents never import.
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: MAX_IMPORTED_ROWS + 2 })
  const [first = []] = data
  if (first.length === 0) throw new UnreadableFile('There are no rows in this file.')
  if (data.some((row) => row.length > MAX_COLUMNS)) throw new UnreadableFile('This file has too many columns.')
  const hasHeadings = first.some((cell) => guessTarget(cell) !== undefined)
  const rows = hasHeadings ? data.slice(1) : data
  if (rows.length === 0) throw new UnreadableFile('There are headings in this file, but no rows below them.')
  if (rows.length > MAX_IMPORTED_ROWS)
    throw new UnreadableFile('This file has more than 2,000 rows. Split it and import the parts.')
  const width = Math.max(...data.map((row) => row.length))
  const headings = Array.from({ length: width }, (_, place) => (hasHeadings && first[place]) || `Column ${place + 1}`)
  return { headings, rows, firstLine: hasHeadings ? 2 : 1 }
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^[+(\d][\d\s()./-]{5,}$/

const headingPatterns: [ColumnTarget, RegExp][] = [
  ['firstName', /^(first|given|fore) ?name$/],
  ['lastName', /^(last|family) ?name$|^surname$/],
  ['email', /^e ?mail/],
  ['phone', /phone|^mobile|^cell|^tel/],
  ['note', /^(notes?|comments?|message|enquiry)/],
  ['name', /^((full|buyer|contact|lead) ?)?name$|^(buyer|contact|lead)$/],
]

/** What a column with this heading most likely has. */
function guessTarget(heading: string) {
  const words = heading
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return headingPatterns.find(([, pattern]) => pattern.test(words))?.[0]
}

/** A guess for each column, by its heading or by what it contains. Nothing is used twice. */
export function guessColumns({ headings, rows }: ImportedTable) {
  const used = new Set<ColumnTarget>()
  return headings.map((heading, place) => {
    const cells = rows.slice(0, 20).flatMap((row) => row[place]?.trim() || [])
    const byContent = cells.length === 0 ? undefined : guessFromCells(cells)
    const target = guessTarget(heading) ?? byContent
    if (!target || used.has(target)) return ''
    used.add(target)
    return target
  })
}

function guessFromCells(cells: string[]): ColumnTarget | undefined {
  if (cells.every((cell) => EMAIL.test(cell))) return 'email'
  return cells.every((cell) => PHONE.test(cell)) ? 'phone' : undefined
}

export interface ReadRow {
  line: number
  contact: LeadContact
  /** Why it can't be imported. Empty if it can. */
  error: string
}

/** Each row as the lead that it becomes. A buyer who is in the file twice is imported once. */
export function readRows({ rows, firstLine }: ImportedTable, columns: readonly (ColumnTarget | '')[]): ReadRow[] {
  const lines = new Map<string, number>()
  return rows.map((row, place) => {
    const cell = (target: ColumnTarget) => row[columns.indexOf(target)]?.trim() ?? ''
    const [firstName, lastName] = columns.includes('name') ? splitName(cell('name')) : ['', '']
    const contact = {
      firstName: cell('firstName') || firstName,
      lastName: cell('lastName') || lastName,
      phone: cell('phone'),
      email: cell('email'),
      note: cell('note'),
    }
    const { success, data, error } = LeadContact.safeParse(contact)
    const line = firstLine + place
    if (!success) return { line, contact, error: error.issues[0]?.message ?? '' }
    const identities = [data.email, data.phone.replace(/\D/g, '')].filter(Boolean)
    const sameAs = identities.map((one) => lines.get(one)).find(Boolean)
    if (!sameAs) for (const one of identities) lines.set(one, line)
    return { line, contact: data, error: sameAs ? `The same buyer as row ${sameAs}` : '' }
  })
}

/** "Mere Te Ao Walker" is Mere Te Ao, Walker. "Walker, Mere" is as well. */
function splitName(name: string): [string, string] {
  const [last, first] = name.split(',', 2).map((part) => part.trim())
  if (first && last) return [first, last]
  const space = name.lastIndexOf(' ')
  return space < 0 ? [name, ''] : [name.slice(0, space).trim(), name.slice(space + 1)]
}
