import { and, eq } from 'drizzle-orm'
import { invitee } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import {
  expireAgencyExports,
  holdBackExports,
  removeExportFiles,
} from '#features/accounts/server/expireExports.server.ts'
import { requireAgentCard } from '#features/accounts/server/readAgentCard.server.ts'
import { readBrand } from '#features/agencies/server/readBrand.server.ts'
import { listAcknowledgementsGivenBy } from '#features/disclosure/server/acknowledgements.server.ts'
import { removeReaderCopies } from '#features/files/server/access/readerCopies.server.ts'
import { findCoverPhotos } from '#features/listings/server/publicListings.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { deleteEmailsAbout, deleteKeptEmailsAbout } from '#platform/mail/deleteEmailsAbout.server.ts'
import type { Services } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { findLinkedLead } from '../documents/documentAccess.server.ts'
import { verifyInviteeKey } from '../documents/documentKey.server.ts'
import { listPublicDocuments } from '../documents/openDocument.server.ts'
import { deleteInvitee, isInvitee, listInviteeReadings } from './invitees.server.ts'

/** What an invitee's link shows: the listing, who invited them, and what is stored about them. Nothing about the lead but the name. */
export async function readInvitation(services: Services, key: string) {
  const { invited, leadRow, listingRow } = await requireInvitee(services, key)
  const { db } = services.database
  const isOpen = (await findLinkedLead(db, listingRow.id, readerKey(invited))) !== undefined
  const { accent: _, tagline: __, ...agent } = await requireAgentCard(db, listingRow)
  const documents = isOpen ? await listPublicDocuments(db, listingRow) : []
  const covers = isOpen ? await findCoverPhotos(db, [listingRow]) : new Map()
  const { name, email, role, createdAt } = invited
  return {
    listing: { slug: listingRow.slug, title: listingRow.title },
    agent,
    brand: await readBrand(db, listingRow.agencyId),
    documents: isOpen ? ('open' as const) : leadRow.withdrawnAt ? ('withdrawn' as const) : ('taken down' as const),
    inside: isOpen
      ? { cover: covers.get(listingRow.id) ?? null, documentCount: documents.length, newDocuments: [] }
      : null,
    inviter: fullName(leadRow),
    details: { name, email, role, createdAt },
    reading: (await listInviteeReadings(db, leadRow.agencyId, [invited.id])).get(invited.id) ?? [],
    acknowledgements: (await listAcknowledgementsGivenBy(db, { leadId: leadRow.id, inviteeId: invited.id })).map(
      ({ document, acknowledgedAt }) => ({ document, acknowledgedAt }),
    ),
  }
}

/** Using the link once shows the buyer that it was opened. */
export async function openByInvitation(services: Services, key: string) {
  const { invited, leadRow, listingRow } = await requireInvitee(services, key)
  const { db } = services.database
  if (!(await findLinkedLead(db, listingRow.id, readerKey(invited)))) throw notFound()
  if (!invited.openedAt) await db.update(invitee).set({ openedAt: new Date() }).where(isInvitee(invited))
  return {
    leadId: leadRow.id,
    inviteeId: invited.id,
    listingId: listingRow.id,
    slug: listingRow.slug,
    lastVisitAt: invited.lastVisitAt,
  }
}

/** Deletes what is stored about an invitee, on their own request. */
export async function leaveInvitation(services: Services, key: string) {
  const { database, jobs, env } = services
  const { invited, listingRow } = await requireInvitee(services, key)
  const copies = await database.db.transaction(async (tx) => {
    // The same order as when a lead is erased: consistent lock order prevents deadlocks.
    await holdBackExports(tx, listingRow.agencyId)
    // Locked, so that no report adds to what is being deleted.
    await tx
      .select()
      .from(lead)
      .where(and(eq(lead.agencyId, invited.agencyId), eq(lead.id, invited.leadId)))
      .for('update')
    await deleteInvitee(tx, invited)
    await removeReaderCopies(tx, jobs, { listingId: listingRow.id, readerIds: [invited.id] })
    await deleteEmailsAbout(tx, jobs, invited.id)
    return expireAgencyExports(tx, listingRow.agencyId)
  })
  await deleteKeptEmailsAbout(env.DATA_DIR, invited.id)
  await removeExportFiles(services, copies)
  return { listingId: listingRow.id }
}

const readerKey = ({ leadId, id }: { leadId: string; id: string }) => ({ leadId, inviteeId: id, isGuest: true })

async function requireInvitee({ database: { db }, env }: Services, key: string) {
  const ids = verifyInviteeKey(env.APP_SECRET, key)
  if (!ids) throw notFound()
  const [found] = await db
    .select({ invited: invitee, leadRow: lead, listingRow: listing })
    .from(invitee)
    .innerJoin(lead, and(eq(lead.id, invitee.leadId), eq(lead.agencyId, invitee.agencyId)))
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .where(eq(invitee.id, ids.inviteeId))
  // Only for a link that we signed, so this reveals nothing to strangers.
  if (!found || found.leadRow.id !== ids.leadId)
    throw new AppError('DetailsDeleted', 410, 'The details behind this link were deleted, so it no longer works.')
  if (found.invited.revokedAt || !found.listingRow.allowsInvitees)
    throw new AppError('InvitationEnded', 410, 'This invitation has ended, so its link no longer works.')
  return found
}
