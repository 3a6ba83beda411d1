import { and, asc, count, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { chosenReader } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { canBeShownAsPages, listingPermissions } from '#features/listings/documentPermissions.ts'
import { isReachableListing } from '#features/listings/server/listings.server.ts'
import { isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { invalidInput, notFound } from '#platform/errors.ts'
import { fullName } from '#ui/format/format.ts'
import { type DocumentDefaults, type DocumentSettings, MAX_CHOSEN_READERS } from '../../files.schema.ts'
import { isFileOfAgency, lockFilesAndListings, lockListing, requireFile } from '../files.server.ts'
import { listDocumentPermissions, recordPermissionChanges } from '../recordFiles.server.ts'

/** Who may open a document and how, and the leads to choose from. */
export async function readDocumentSettings(db: Db, agent: Agent, id: string) {
  const { listingId, access, isViewOnly, isWatermarked, contentType, pageCount } = await requireFile(db, agent, id)
  const leads = listingId ? await listLeadsToChoose(db, agent, listingId) : []
  const chosen = await db
    .select({ leadId: chosenReader.leadId })
    .from(chosenReader)
    .where(and(eq(chosenReader.agencyId, agent.agencyId), eq(chosenReader.fileId, id)))
  const known = new Set(leads.map((one) => one.id))
  return {
    ...{ access, isViewOnly, isWatermarked },
    defaults: listingId ? listingPermissions(await requireDefaults(db, agent, listingId)) : null,
    canBeShownAsPages: canBeShownAsPages({ contentType, pageCount }),
    leads,
    leadIds: chosen.map(({ leadId }) => leadId).filter((leadId) => known.has(leadId)),
  }
}

async function listLeadsToChoose(db: Db, agent: Agent, listingId: string) {
  const rows = await db
    .select({ id: lead.id, firstName: lead.firstName, lastName: lead.lastName, email: lead.email })
    .from(lead)
    .where(and(eq(lead.listingId, listingId), isWithinReach(agent, lead), isNull(lead.archivedAt)))
    .orderBy(asc(lead.firstName), asc(lead.lastName), asc(lead.id))
    .limit(MAX_CHOSEN_READERS)
  return rows.map(({ id, email, ...names }) => ({ id, email, name: fullName(names) }))
}

async function requireDefaults(db: Db, agent: Agent, listingId: string) {
  const [found] = await db
    .select({
      documentAccess: listing.documentAccess,
      areDocumentsViewOnly: listing.areDocumentsViewOnly,
      areDocumentsWatermarked: listing.areDocumentsWatermarked,
    })
    .from(listing)
    .where(isReachableListing(agent, listingId))
  if (!found) throw notFound()
  return found
}

/** Applies to the next request of every reader, also of one who has the document open. */
export const saveDocumentSettings = (db: Db, agent: Agent, { id, leadIds, ...terms }: DocumentSettings) =>
  db.transaction(async (tx) => {
    const [found] = await lockFilesAndListings(tx, agent, [id])
    if (found?.type !== 'file') throw notFound()
    if (!canBeShownAsPages(found) && (terms.isViewOnly || terms.isWatermarked))
      throw invalidInput({
        [terms.isViewOnly ? 'isViewOnly' : 'isWatermarked']:
          'This works for PDFs without a password, and for pictures.',
      })
    const chosen =
      terms.access === 'chosen' || terms.access === null ? await requireLeads(tx, agent, found.listingId, leadIds) : []
    const { agencyId } = agent
    const at = found.listingId === null ? undefined : { agencyId, listingId: found.listingId }
    const before = at ? await listDocumentPermissions(tx, at) : []
    await tx
      .update(file)
      .set(terms)
      .where(isFileOfAgency(agent, [id]))
    await tx
      .delete(chosenReader)
      .where(
        and(
          eq(chosenReader.agencyId, agencyId),
          eq(chosenReader.fileId, id),
          notInArray(chosenReader.leadId, chosen.length > 0 ? chosen : ['']),
        ),
      )
    if (chosen.length > 0)
      await tx
        .insert(chosenReader)
        .values(chosen.map((leadId) => ({ fileId: id, leadId })))
        .onConflictDoNothing()
    if (at) await recordPermissionChanges(tx, at, before)
  })

/** All of them are leads of this listing, or not found. */
async function requireLeads(tx: Db, agent: Agent, listingId: string | null, ids: string[]) {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const [found] = await tx
    .select({ n: count() })
    .from(lead)
    .where(and(inArray(lead.id, wanted), eq(lead.listingId, listingId ?? ''), isWithinReach(agent, lead)))
  if (found?.n !== wanted.length) throw notFound()
  return wanted
}

/** What applies to the documents of a listing that have no choice of their own. */
export const saveDocumentDefaults = (db: Db, agent: Agent, { listingId, ...terms }: DocumentDefaults) =>
  db.transaction(async (tx) => {
    await lockListing(tx, agent, listingId)
    const at = { agencyId: agent.agencyId, listingId }
    const before = await listDocumentPermissions(tx, at)
    await tx
      .update(listing)
      .set({
        documentAccess: terms.access,
        areDocumentsViewOnly: terms.isViewOnly,
        areDocumentsWatermarked: terms.isWatermarked,
      })
      .where(isReachableListing(agent, listingId))
    await recordPermissionChanges(tx, at, before)
  })

export const readDocumentDefaults = async (db: Db, agent: Agent, listingId: string) =>
  listingPermissions(await requireDefaults(db, agent, listingId))
