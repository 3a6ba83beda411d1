import { formatDuration } from '#ui/format/elapsedTime.ts'
import { formatCount } from '#ui/format/format.ts'
import { type CertificateData, propertyText } from '../certificateData.ts'
import type { CertificateView } from '../media/certificate.media.ts'
import { personName, type RecordLine, recordText } from '../recordText.ts'

type Entry = CertificateData['entries'][number]

/** A certificate in words: what is printed. Times are those of the property. */
export function describeCertificate(
  data: CertificateData,
  documents: ReadonlyMap<string, string>,
  timeZone: string,
): CertificateView {
  const { listing, agent, person, record, people, entries, issuedAt, issuer, id } = data
  const when = momentFormat(timeZone)
  const names = new Map(people.map((one) => [one.id, personName({ ...one, isErased: one.name === '' })]))
  const nameOf = (subjectId: string | null) =>
    subjectId === null ? null : (names.get(subjectId) ?? personName({ name: '', role: null, isErased: true }))
  const documentOf = ({ fileId, details }: Entry) =>
    (fileId && documents.get(fileId)) ?? (typeof details.name === 'string' ? details.name : null)
  const line = (entry: Entry): RecordLine => ({
    kind: entry.kind as RecordLine['kind'],
    person: nameOf(entry.subjectId),
    document: documentOf(entry),
    version: entry.version,
    details: entry.details,
  })
  const property = propertyText(listing)
  return {
    title: 'Disclosure certificate',
    subject: person
      ? `Documents made available to ${personName({ ...person, isErased: person.name === '' })}`
      : 'Everything in the record of one listing',
    listing: property,
    facts: [
      ['Property', property],
      ['Agent', [agent.name, agent.agency, agent.licence].filter(Boolean).join(', ')],
      ...buyerFact(person),
      ['Issued', when(issuedAt)],
      [
        'Record',
        `${record.length === 1 ? '1 entry' : `${record.length} entries`}, ${entries.length} of them shown here`,
      ],
      ['Certificate', id],
    ],
    documents: describeDocuments(entries, documentOf, when),
    people: people.map((one) => describePerson(one, entries, documentOf, when)),
    entries: entries.map((entry) => ({ when: when(entry.recordedAt), text: recordText(line(entry)) })),
    recordHash: record.hash,
    verifyUrl: `${issuer}/verify`,
    keysUrl: `${issuer}/.well-known/property-files-signing-key`,
    id,
    zoneNote: `Times are local to the property (${timeZone}).`,
  }
}

const buyerFact = (person: CertificateData['person']): [string, string][] =>
  person ? [['Buyer', [person.name || 'Deleted', person.email].filter(Boolean).join(', ')]] : []

const momentFormat = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-NZ', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  })
  return (iso: string) => format.format(new Date(iso))
}

type When = (iso: string) => string
type DocumentOf = (entry: Entry) => string | null

function describeDocuments(entries: Entry[], documentOf: DocumentOf, when: When): CertificateView['documents'] {
  return entries
    .filter(({ kind }) => kind === 'version_added')
    .map((entry) => ({
      name: `${documentOf(entry) ?? 'A document'}, version ${entry.version ?? 1}`,
      added: when(entry.recordedAt),
      sha256: typeof entry.details.sha256 === 'string' ? entry.details.sha256 : null,
    }))
}

/** What one person did with each version: the first opening, how far they read, downloads and confirmations. */
function describePerson(
  person: CertificateData['people'][number],
  entries: Entry[],
  documentOf: DocumentOf,
  when: When,
): CertificateView['people'][number] {
  const own = entries.filter(({ subjectId }) => subjectId === person.id)
  const versions = new Map<string, Entry[]>()
  for (const entry of own)
    if (entry.fileId) {
      const key = `${entry.fileId} ${entry.version}`
      versions.set(key, [...(versions.get(key) ?? []), entry])
    }
  const [given] = own.filter(({ kind }) => kind === 'access_given')
  return {
    name: personName({ ...person, isErased: person.name === '' }),
    about: [person.email, given && `given access ${when(given.recordedAt)}`].filter(Boolean).join(' · '),
    documents: [...versions.values()].map((about) => {
      const [first] = about
      const find = (kind: string) => about.filter((entry) => entry.kind === kind)
      const opened = find('version_opened').at(0)
      const read = find('version_read').at(-1)
      const downloaded = find('downloaded').at(0)
      const confirmed = find('acknowledged').at(0)
      return {
        name: `${(first && documentOf(first)) ?? 'A document'}, version ${first?.version ?? 1}`,
        facts: [
          opened ? `Opened ${when(opened.recordedAt)}` : 'Not opened on screen',
          read &&
            `${Number(read.details.pagesRead)} of ${formatCount(Number(read.details.pages), 'page')} read, ${formatDuration(Number(read.details.seconds))}`,
          downloaded && `Downloaded ${when(downloaded.recordedAt)}`,
          confirmed && `Confirmed ${when(confirmed.recordedAt)}: “${confirmed.details.statement ?? ''}”`,
        ].filter((fact) => typeof fact === 'string'),
      }
    }),
  }
}
