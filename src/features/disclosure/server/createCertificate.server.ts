import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import type { listing } from '#db/schema/listings.ts'
import { recordHead, recordSubject } from '#db/schema/record.ts'
import { readAgencyName, readDrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { addressLine, listingTimeZone } from '#features/listings/facts/address.ts'
import { canonicalJson } from '#features/record/server/recordChain.server.ts'
import { findRecordError } from '#features/record/server/verifyRecord.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound, notSignedIn, unavailable } from '#platform/errors.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { contentDisposition } from '#platform/storage/downloadHeaders.ts'
import { formatDuration } from '#ui/format/elapsedTime.ts'
import { formatCount, fullName } from '#ui/format/format.ts'
import { type CertificateData, propertyText } from '../certificateData.ts'
import { signatureTrailer, signedText } from '../certificateSignature.ts'
import { CertificateInput } from '../disclosure.schema.ts'
import type { CertificateView } from '../media/certificate.media.ts'
import { drawCertificateTask } from '../media/certificateTasks.ts'
import { personName, type RecordLine, recordText } from '../recordText.ts'
import { listCertifiedEntries, MAX_CERTIFIED_ENTRIES, requireRecordListing } from './readRecord.server.ts'
import { requireSigningKey, signWithKey } from './signingKeys.server.ts'

/** The certificate of one of the signed-in agent's listings, to download. */
export async function serveCertificate(listingId: string, person: string | null) {
  const services = useServices()
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const input = CertificateInput.safeParse({ listingId, person: person ?? undefined })
  if (!input.success) throw notFound()
  const { pdf, name } = await createCertificate(services, visitor.agent, input.data)
  return new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(name, 'attachment'),
      'cache-control': 'private, no-store',
    },
  })
}

type CertificateServices = Pick<Services, 'database' | 'media' | 'env' | 'limits'>

const certificatesPerAgent = { name: 'certificate', points: 60, seconds: 3600 }

/** A signed PDF of what the record shows, for one person or the whole listing. Refused for a record that was changed. */
export async function createCertificate(services: CertificateServices, agent: Agent, input: CertificateInput) {
  const { database, env, limits, media } = services
  const { db } = database
  const own = await requireRecordListing(db, agent, input.listingId)
  await limits.spend(certificatesPerAgent, agent.id)
  if (await findRecordError(db, own.id))
    throw conflict('This record doesn’t match what was written, so we can’t certify it. Please contact us.')
  const { data, documents, timeZone } = await collectData(services, agent, own, input.person)
  const json = canonicalJson(data)
  const view = { ...describeCertificate(data, documents, timeZone), brand: await readDrawnBrand(db, own.agencyId) }
  const pdf = await media.run(drawCertificateTask, view, agent.id).catch((error: unknown) => {
    throw error instanceof MediaError ? unavailable() : error
  })
  const key = await requireSigningKey(db, env.APP_SECRET)
  const signature = signWithKey(key, env.APP_SECRET, signedText({ pdfSha256: sha256(pdf), dataSha256: sha256(json) }))
  await writeAudit(db, agent, 'downloaded', { what: 'certificate' })
  const section = signatureTrailer({
    data: Buffer.from(json).toString('base64url'),
    keyId: key.id,
    signature,
    tableOffset: findTableOffset(pdf),
  })
  return { pdf: Buffer.concat([pdf, Buffer.from(section)]), name: `${own.slug}-certificate.pdf`, data }
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** PDF readers look for the last `startxref`, which must still lead to the table. */
function findTableOffset(pdf: Uint8Array) {
  const end = Buffer.from(pdf.subarray(-64)).toString('latin1')
  const [, offset] = /startxref\n(\d{1,10})\n%%EOF\n?$/.exec(end) ?? []
  if (!offset) throw new Error('The drawn PDF has no cross-reference table.')
  return offset
}

async function collectData(
  { database: { db }, env }: CertificateServices,
  agent: Agent,
  own: typeof listing.$inferSelect,
  person: string | undefined,
) {
  const rows = await listCertifiedEntries(db, own.id, person)
  if (rows.length > MAX_CERTIFIED_ENTRIES)
    throw conflict('This record is too long for one certificate. Make one for each buyer instead.')
  const [head] = await db
    .select()
    .from(recordHead)
    .where(and(eq(recordHead.agencyId, own.agencyId), eq(recordHead.listingId, own.id)))
  const people = await listPeople(db, own.id, [...new Set(rows.flatMap(({ entry }) => entry.subjectId ?? []))])
  const subject = person ? people.find(({ id }) => id === person) : undefined
  if (person && !subject) throw notFound()
  const [card] = await db.select().from(profile).where(eq(profile.userId, agent.id))
  const data: CertificateData = {
    format: 'property-files-certificate-1',
    id: `cert_${shortRandomId()}`,
    issuedAt: new Date().toISOString(),
    issuer: env.APP_URL,
    listing: { id: own.id, title: own.title, address: addressLine(own) },
    agent: { name: fullName(agent), agency: await readAgencyName(db, own.agencyId), licence: card?.licenceLine ?? '' },
    person: subject ?? null,
    record: { length: head?.length ?? 0, hash: head?.hash ?? '' },
    people,
    entries: rows.map(({ entry: { listingId: _, recordedAt, ...entry } }) => ({
      ...entry,
      recordedAt: recordedAt.toISOString(),
    })),
  }
  const documents = new Map(
    rows.flatMap(({ entry: { fileId }, document }) => (fileId ? [[fileId, document ?? 'A document']] : [])),
  )
  return { data, documents, timeZone: listingTimeZone(own, card?.timeZone) }
}

async function listPeople(db: Db, listingId: string, ids: string[]) {
  const found = await db
    .select({ id: recordSubject.id, name: recordSubject.name, email: recordSubject.email, role: recordSubject.role })
    .from(recordSubject)
    .where(and(eq(recordSubject.listingId, listingId), inArray(recordSubject.id, ids)))
  return found.sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
}

type Entry = CertificateData['entries'][number]

/** A certificate in words: what is printed. Times are those of the property. */
function describeCertificate(
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
