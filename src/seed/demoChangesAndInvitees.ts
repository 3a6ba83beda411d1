import { newId, shortRandomId } from '#db/schema/columns.ts'
import type { DemoFileWithSource, DemoVersionWithSource } from './demoFiles.server.ts'
import type { DemoLead } from './demoLeads.ts'
import { addMinutes } from './demoTime.ts'

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
