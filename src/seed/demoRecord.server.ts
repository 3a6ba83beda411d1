import { newId, shortRandomId } from '#db/schema/columns.ts'
import { DEFAULT_STATEMENT } from '#features/disclosure/disclosure.schema.ts'
import {
  type ChainEntry,
  FIRST_HASH,
  hashEntry,
  recordSubjectId,
  sealHead,
} from '#features/record/server/recordChain.server.ts'
import type { demoEvents } from './demoEvents.ts'
import type { DemoFileWithSource, DemoVersionWithSource } from './demoFiles.server.ts'
import type { DemoLead } from './demoLeads.ts'
import type { DemoListing } from './demoListings.ts'
import type { demoReadings } from './demoReadings.ts'
import { addMinutes } from './demoTime.ts'

interface DemoHistory {
  listings: DemoListing[]
  files: DemoFileWithSource[]
  versions: DemoVersionWithSource[]
  leads: DemoLead[]
  events: ReturnType<typeof demoEvents>
  readings: ReturnType<typeof demoReadings>['readings']
}

interface PastFact extends Pick<ChainEntry, 'kind' | 'details'> {
  at: Date
  leadId?: string
  fileId?: string
  version?: number
}

const KIND_TO_CONFIRM = 'agreement'
const MAX_CONFIRMATIONS = 2

/**
 * The record behind what the demo's buyers did, as the application would have written it at the time. Two buyers have confirmed the
 * agreement, the others have not yet.
 */
export function demoRecord({ listings, files, versions, leads, events, readings }: DemoHistory) {
  const documents = new Map(files.filter(({ row }) => row.type === 'file').map((file) => [file.row.id, file]))
  const openings = firstOpenings(events, documents)
  const acknowledgements = confirmAgreements(documents, openings)
  const records = listings.map(({ row: listing }) => {
    const facts: PastFact[] = [
      { kind: 'published', at: listing.publishedAt, details: { title: listing.title } },
      ...versions.flatMap(({ row: { fileId, version, sha256, createdAt } }) => {
        const document = documents.get(fileId)
        if (document?.row.listingId !== listing.id) return []
        const details = { name: document.row.name, sha256 }
        return [{ kind: 'version_added' as const, at: createdAt, fileId, version, details }]
      }),
      ...leads
        .filter(({ listingId }) => listingId === listing.id)
        .map(({ id, createdAt }) => ({
          ...{ kind: 'access_given' as const, at: createdAt, leadId: id, details: { source: 'form' } },
        })),
      ...openings.flatMap((one) => {
        const document = documents.get(one.fileId)
        return document?.row.listingId === listing.id
          ? [{ ...one, details: { name: document.row.name, ...one.details } }]
          : []
      }),
      ...readings.flatMap(({ leadId, fileId, version, pageSeconds, lastReadAt }) => {
        const document = documents.get(fileId)
        if (document?.row.listingId !== listing.id) return []
        const { name, pageCount } = document.row
        const pagesRead = pageSeconds.filter((seconds) => seconds >= 1).length
        const seconds = Math.round(pageSeconds.reduce((sum, one) => sum + one, 0))
        const details = { name, pagesRead, pages: Math.max(pageCount ?? 1, pageSeconds.length), seconds }
        return [{ kind: 'version_read' as const, at: addMinutes(lastReadAt, 31), leadId, fileId, version, details }]
      }),
      ...acknowledgements.flatMap(({ leadId, fileId, version, createdAt, sha256, statement }) => {
        const document = documents.get(fileId)
        if (document?.row.listingId !== listing.id) return []
        const details = { name: document.row.name, sha256, statement }
        return [{ kind: 'acknowledged' as const, at: createdAt, leadId, fileId, version, details }]
      }),
    ]
    return chainFacts(listing.id, facts)
  })
  return {
    entries: records.flatMap(({ entries }) => entries),
    heads: records.map(({ head }) => head),
    subjects: leads.map(({ id, listingId, firstName, lastName, email }) => ({
      ...{ id: recordSubjectId({ leadId: id }, listingId), listingId, leadId: id },
      ...{ name: `${firstName} ${lastName}`, email },
    })),
    acknowledgements,
  }
}

/** The sentence that is asked for with the agreements. */
export const demoStatement = (kind: string | null) => (kind === KIND_TO_CONFIRM ? DEFAULT_STATEMENT : null)

/** By the first buyers who opened it, some minutes later. */
const confirmAgreements = (documents: Map<string, DemoFileWithSource>, openings: ReturnType<typeof firstOpenings>) =>
  [...documents.values()]
    .filter(({ row }) => row.kind === KIND_TO_CONFIRM)
    .flatMap(({ row, sha256 }) =>
      openings
        .filter((one) => one.kind === 'version_opened' && one.fileId === row.id && one.version === row.version)
        .slice(0, MAX_CONFIRMATIONS)
        .map(({ leadId, at }) => ({
          ...{ id: `ack_${shortRandomId()}`, fileId: row.id, version: row.version, sha256, leadId },
          ...{ statement: DEFAULT_STATEMENT, createdAt: addMinutes(at, 9) },
        })),
    )

/** The first opening and the first download of each version by each buyer. */
function firstOpenings(events: DemoHistory['events'], documents: Map<string, DemoFileWithSource>) {
  const seen = new Set<string>()
  return events
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .flatMap(({ event, leadId, fileId, createdAt }) => {
      const kind = event === 'file_view' ? 'version_opened' : event === 'file_download' ? 'downloaded' : undefined
      const { row } = (fileId && documents.get(fileId)) || {}
      if (!kind || !leadId || !fileId || !row) return []
      const version = row.replacedAt && createdAt < row.replacedAt ? row.version - 1 : row.version
      const key = `${kind} ${leadId} ${fileId} ${version}`
      if (seen.has(key)) return []
      seen.add(key)
      const details: PastFact['details'] = kind === 'downloaded' ? { isZip: false } : {}
      return [{ kind, at: createdAt, leadId, fileId, version, details } as const]
    })
}

function chainFacts(listingId: string, facts: PastFact[]) {
  const entries: ChainEntry[] = []
  for (const { kind, at, leadId, fileId, version, details } of facts.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )) {
    const entry = {
      ...{ listingId, sequence: entries.length + 1, kind, fileId: fileId ?? null, version: version ?? null, details },
      subjectId: leadId ? recordSubjectId({ leadId }, listingId) : null,
      recordedAt: at.toISOString(),
      previousHash: entries.at(-1)?.hash ?? FIRST_HASH,
      hash: '',
    }
    entries.push({ ...entry, hash: hashEntry(entry) })
  }
  const end = { listingId, length: entries.length, hash: entries.at(-1)?.hash ?? FIRST_HASH }
  return {
    entries: entries.map(({ recordedAt, ...entry }) => ({ ...entry, recordedAt: new Date(recordedAt) })),
    head: { ...end, seal: sealHead(end) },
  }
}

interface DemoDocuments {
  files: DemoFileWithSource[]
  versions: DemoVersionWithSource[]
  leads: DemoLead[]
}

const COLLECT_MINUTES = 10

/** What the demo's buyers were told of: the new version of a report, with what the agent wrote about it. */
export function demoChanges({ files, versions, leads }: DemoDocuments) {
  const changes = versions.flatMap(({ row: earlier }) => {
    const current = versions.find(
      ({ row }) => row.fileId === earlier.fileId && row.version === earlier.version + 1,
    )?.row
    const listingId = files.find(({ row }) => row.id === earlier.fileId)?.row.listingId
    if (!current || !listingId || !earlier.replacedAt) return []
    return {
      ...{ id: `chng_${shortRandomId()}`, listingId, fileId: current.fileId, kind: 'replaced' as const },
      ...{ fromVersion: earlier.version, toVersion: current.version },
      ...{ fromIssuedOn: earlier.issuedOn, toIssuedOn: current.issuedOn, note: current.note },
      ...{ audience: 'everyone' as const, sendAt: addMinutes(earlier.replacedAt, COLLECT_MINUTES) },
      createdAt: earlier.replacedAt,
    }
  })
  const recipients = changes.flatMap(({ id: changeId, listingId, sendAt }) =>
    leads
      .filter((lead) => lead.listingId === listingId && lead.createdAt < sendAt)
      .map(({ id: leadId }) => ({ changeId, leadId, toldAt: sendAt })),
  )
  return { changes, recipients }
}

const READ_PAGE_SECONDS = [12, 48, 31, 6, 74, 22]

/** The first buyer of the replaced report whose address is confirmed has invited a lawyer, who has read it. */
export function demoInvitees({ files, versions, leads }: DemoDocuments) {
  const report = versions.find(({ row }) => row.version > 1)?.row
  const listingId = files.find(({ row }) => row.id === report?.fileId)?.row.listingId
  const inviter = leads.find((lead) => lead.listingId === listingId && lead.provenAt)
  if (!report || !inviter) return { invitees: [], readings: [] }
  const createdAt = addMinutes(inviter.createdAt, 120)
  const openedAt = addMinutes(createdAt, 90)
  const invitee = {
    ...{
      id: newId('invitee'),
      leadId: inviter.id,
      name: 'Rosalind Ferrymount',
      email: 'rosalind@ferrymount-law.example',
    },
    ...{ role: 'lawyer' as const, createdAt, openedAt, lastVisitAt: openedAt },
  }
  const reading = {
    ...{ inviteeId: invitee.id, fileId: report.fileId, version: report.version, pageSeconds: READ_PAGE_SECONDS },
    ...{ firstReadAt: openedAt, lastReadAt: addMinutes(openedAt, 4) },
  }
  return { invitees: [invitee], readings: [reading] }
}
