import { formatDuration } from '#ui/format/elapsedTime.ts'
import { formatCount } from '#ui/format/format.ts'
import type { recordKinds } from '#values/disclosureValues.ts'

export interface RecordLine {
  kind: (typeof recordKinds)[number]
  /** As `personName` has it. Null where nobody is concerned. */
  person: string | null
  /** As it is called now, or was when it was recorded. */
  document: string | null
  version: number | null
  details: Record<string, string | number | boolean | null>
}

interface NamedPerson {
  name: string
  role: string | null
  isErased: boolean
}

/** "Aroha Ngata", "Sam Lee (lawyer)". */
export function personName({ name, role, isErased }: NamedPerson) {
  if (isErased || !name) return 'A buyer who deleted their details'
  return role && role !== 'other' ? `${name} (${role})` : name
}

const accessTexts: Record<string, string> = {
  everyone: 'open to everyone who left their details',
  chosen: 'open to chosen people only',
  hidden: 'hidden from buyers',
  removed: 'removed from the listing',
  restored: 'back on the listing',
}

const sourceTexts: Record<string, string> = {
  form: 'left their details and was given access',
  agent: 'was added by the agent and given access',
  import: 'was imported by the agent and given access',
  open_home: 'left their details at an open home and was given access',
  invitation: 'was invited by the buyer and given access',
}

const writers: Record<RecordLine['kind'], (line: RecordLine) => string> = {
  published: () => 'The listing was published',
  unpublished: ({ details }) => (details.isArchived ? 'The listing was archived' : 'The listing was unpublished'),
  version_added: (line) => `${documentText(line)} was added`,
  visibility_changed: (line) => `${line.document ?? 'A document'} is ${visibilityText(line.details)}`,
  access_given: ({ person, details }) =>
    `${person} ${details.isRestored ? 'was given access again' : (sourceTexts[String(details.source)] ?? 'was given access')}`,
  version_opened: (line) => `${line.person} opened ${documentText(line)}`,
  version_read: (line) => `${line.person} read ${documentText(line)}: ${recordedReadingText(line.details)}`,
  downloaded: (line) =>
    `${line.person} downloaded ${documentText(line)}${line.details.isZip ? ', in a zip of all documents' : ''}`,
  acknowledged: (line) => `${line.person} confirmed ${documentText(line)}: “${line.details.statement ?? ''}”`,
  told_of_change: (line) => `${line.person} was told by email that ${documentText(line)} changed`,
  access_withdrawn: ({ person }) => `${person} no longer has access`,
}

/** An entry in plain words. */
export const recordText = (line: RecordLine) => writers[line.kind]({ ...line, person: line.person ?? 'Someone' })

const documentText = ({ document, version }: RecordLine) =>
  `${document ?? 'a document'}${version && version > 1 ? ` (version ${version})` : ''}`

const visibilityText = ({ access, change, isViewOnly }: RecordLine['details']) =>
  [accessTexts[String(access ?? change)] ?? 'open to different people', isViewOnly && 'to view only']
    .filter(Boolean)
    .join(', ')

/** "12 of 40 pages, 6 min". */
export const recordedReadingText = ({ pagesRead, pages, seconds }: RecordLine['details']) =>
  `${Number(pagesRead)} of ${formatCount(Number(pages), 'page')}, ${formatDuration(Number(seconds))}`
