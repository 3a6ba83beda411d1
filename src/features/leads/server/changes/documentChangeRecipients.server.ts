import { and, countDistinct, desc, eq, inArray, isNotNull, isNull, not, notLike, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { isOpenToLead } from '#db/documentAccessConditions.ts'
import { event } from '#db/schema/events.ts'
import { changeRecipient, documentChange, file, fileVersion, isShownToBuyers } from '#db/schema/files.ts'
import { lead, NO_EMAIL_SUFFIX } from '#db/schema/leads.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { isBounced, isUnsubscribed } from '#db/schema/messages.ts'
import { reading } from '#db/schema/readings.ts'
import type { ExclusionReason } from '#values/messageValues.ts'
import type { ChangeAudience } from '../../changes/documentChanges.schema.ts'

/** Whom to tell of some changes: each lead with each change that concerns them. */
export const listRecipients = (
  db: Db,
  agencyId: string,
  changeIds: string[],
  audience: Exclude<ChangeAudience, 'nobody'>,
) =>
  db
    .select({ changeId: documentChange.id, leadId: lead.id })
    .from(documentChange)
    .innerJoin(file, and(eq(file.id, documentChange.fileId), eq(file.agencyId, documentChange.agencyId)))
    .innerJoin(listing, and(eq(listing.id, documentChange.listingId), eq(listing.agencyId, documentChange.agencyId)))
    .innerJoin(lead, and(eq(lead.listingId, listing.id), eq(lead.agencyId, listing.agencyId)))
    .where(
      and(
        eq(documentChange.agencyId, agencyId),
        inArray(documentChange.id, changeIds),
        canBeTold,
        mayOpenDocument,
        audience === 'readers' ? hasOpened : undefined,
      ),
    )

/** How many who may open the documents are told of none of the changes, by reason. */
export async function countNotTold(
  db: Db,
  agencyId: string,
  changeIds: string[],
): Promise<Partial<Record<ExclusionReason, number>>> {
  const reason = sql<ExclusionReason>`case
    when ${lead.withdrawnAt} is not null then 'access_removed'
    when ${lead.email} like ${`%${NO_EMAIL_SUFFIX}`} then 'no_email'
    when ${lead.unsubscribedAt} is not null or ${isUnsubscribed} then 'unsubscribed'
    else 'bounced' end`
  const rows = await db
    .select({ reason, n: countDistinct(lead.id) })
    .from(documentChange)
    .innerJoin(file, and(eq(file.id, documentChange.fileId), eq(file.agencyId, documentChange.agencyId)))
    .innerJoin(listing, and(eq(listing.id, documentChange.listingId), eq(listing.agencyId, documentChange.agencyId)))
    .innerJoin(lead, and(eq(lead.listingId, listing.id), eq(lead.agencyId, listing.agencyId)))
    .where(
      and(
        eq(documentChange.agencyId, agencyId),
        inArray(documentChange.id, changeIds),
        mayOpenDocument,
        not(canBeTold ?? sql`true`),
      ),
    )
    .groupBy(sql`1`)
  return Object.fromEntries(rows.map((row) => [row.reason, row.n]))
}

/** Has an address that works, wants these emails and has not unsubscribed from all of the agency's, and has access. */
export const canBeTold = and(
  isNull(lead.withdrawnAt),
  isNull(lead.unsubscribedAt),
  notLike(lead.email, `%${NO_EMAIL_SUFFIX}`),
  not(isUnsubscribed),
  not(isBounced),
)

/** The version that replaced the earlier one. What the agent wrote about it is the note of the change, unless they write another. */
export const isReplacedBy = and(
  eq(documentChange.kind, 'replaced'),
  eq(fileVersion.agencyId, documentChange.agencyId),
  eq(fileVersion.fileId, documentChange.fileId),
  eq(fileVersion.version, documentChange.toVersion),
)

/** The document is not hidden, and the lead is among the chosen ones if it is for chosen people. Joins lead, file and listing. */
export const mayOpenDocument = isOpenToLead(lead.id)

/** The lead has opened this document. Nobody can have opened one that was just added: there it means any document of the listing. */
const concerned = (fileId: typeof reading.fileId | typeof event.fileId) =>
  sql`(${documentChange.kind} = 'added' or ${fileId} = ${documentChange.fileId})`
const hasOpened = sql`(
  exists (select from ${reading} where ${reading.agencyId} = ${lead.agencyId} and ${reading.leadId} = ${lead.id} and ${concerned(reading.fileId)})
  or exists (select from ${event} where ${event.agencyId} = ${lead.agencyId} and ${event.leadId} = ${lead.id} and ${event.event} in ('file_view', 'file_download') and ${concerned(event.fileId)}))`

const MAX_LISTED_CHANGES = 20

/** What this lead was told of, the latest first, as far as the documents are still open to them. */
export const listChangesToldToLead = (db: Db, leadId: string, changeId?: string) =>
  db
    .select({
      id: documentChange.id,
      fileId: file.id,
      name: file.name,
      kind: documentChange.kind,
      note: documentChange.note,
      versionNote: fileVersion.note,
      fromVersion: documentChange.fromVersion,
      toVersion: documentChange.toVersion,
      fromIssuedOn: documentChange.fromIssuedOn,
      toIssuedOn: documentChange.toIssuedOn,
      toldAt: changeRecipient.toldAt,
      userId: file.userId,
    })
    .from(changeRecipient)
    .innerJoin(
      documentChange,
      and(eq(documentChange.id, changeRecipient.changeId), eq(documentChange.agencyId, changeRecipient.agencyId)),
    )
    .innerJoin(file, and(eq(file.id, documentChange.fileId), eq(file.listingId, documentChange.listingId)))
    .innerJoin(listing, and(eq(listing.id, documentChange.listingId), eq(listing.agencyId, documentChange.agencyId)))
    .innerJoin(lead, and(eq(lead.id, changeRecipient.leadId), eq(lead.listingId, listing.id)))
    .leftJoin(fileVersion, isReplacedBy)
    .where(
      and(
        eq(lead.id, leadId),
        changeId ? eq(documentChange.id, changeId) : undefined,
        isNotNull(changeRecipient.toldAt),
        isShownToBuyers,
        isPublicListing,
        mayOpenDocument,
      ),
    )
    .orderBy(desc(changeRecipient.toldAt), desc(documentChange.createdAt))
    .limit(MAX_LISTED_CHANGES)
