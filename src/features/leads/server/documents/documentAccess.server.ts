import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { invitee } from '#db/schema/invitees.ts'
import { lead } from '#db/schema/leads.ts'
import { isPublicListing, listing, toListingKey } from '#db/schema/listings.ts'
import { datedFile } from '#features/files/ownFile.ts'
import { listReadableDocuments } from '#features/files/server/access/readableDocuments.server.ts'
import type { DocumentType } from '#features/listings/documentTypes.ts'
import type { RecordPerson } from '#features/record/server/recordChain.server.ts'
import { AppError } from '#platform/errors.ts'
import type { ListedDocument } from '../../buyer.schema.ts'

/**
 * What a browser holds for one listing. A guest has typed an email address that was known already: that opens the documents like the
 * lead's own key, but a guest is not the lead until the emailed link was used.
 */
export interface DocumentKey {
  leadId: string
  isGuest: boolean
  /** Someone whom the lead invited. They are never taken for the lead: `isGuest` is true for them. */
  inviteeId?: string
  /** When it was issued; omitted for a key that is issued now. */
  issuedAt?: Date
}

/**
 * Whether a key is the lead's own. Anyone may have typed the address first: once its owner has used the emailed link, a browser that got
 * its key before is a guest.
 */
export const isOwnKey = (key: DocumentKey, { provenAt, keysChangedAt }: Pick<Lead, 'provenAt' | 'keysChangedAt'>) =>
  !key.isGuest && isIssuedSince(key, provenAt) && isIssuedSince(key, keysChangedAt)

const isIssuedSince = ({ issuedAt = new Date() }: DocumentKey, moment: Date | null) =>
  moment === null || issuedAt >= moment

export type Lead = typeof lead.$inferSelect

/** Who the record says it was. Null for someone who only typed the lead's address. */
export function recordedReader(key: DocumentKey | undefined, buyer: Lead): RecordPerson | null {
  if (key?.inviteeId) return { leadId: buyer.id, inviteeId: key.inviteeId }
  return key && isOwnKey(key, buyer) ? { leadId: buyer.id } : null
}

/** The lead that a key belongs to, while the listing is published. */
async function findKeyHolder(db: Db, listingId: string, key: DocumentKey | undefined) {
  if (!key) return undefined
  const [found] = await db
    .select({ lead, invitee, requiresVerification: listing.requiresVerification })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .leftJoin(invitee, and(eq(invitee.id, key.inviteeId ?? ''), isOpenToInvitee))
    .where(and(eq(lead.id, key.leadId), eq(lead.listingId, listingId), isPublicListing))
  if (!found) return undefined
  // Their link was emailed, so it has proven their address.
  if (key.inviteeId) return found.invitee ? { ...found, needsCode: false } : undefined
  if (!isIssuedSince(key, found.lead.keysChangedAt)) return undefined
  const { provenAt, source } = found.lead
  // Those whom the agent added were given their link by the agent.
  const isTrusted = (provenAt !== null || source === 'agent' || source === 'import') && isOwnKey(key, found.lead)
  return { ...found, needsCode: found.requiresVerification && !isTrusted }
}

/** The invitee belongs to the lead, nobody has ended their access, and the agent lets buyers share this listing. */
export const isOpenToInvitee = and(
  eq(invitee.leadId, lead.id),
  isNull(invitee.revokedAt),
  eq(listing.allowsInvitees, true),
)

/** The lead, if their private link opens documents: the listing is published and the agent has not removed their access. */
export async function findLinkedLead(db: Db, listingId: string, key: DocumentKey) {
  const found = await findKeyHolder(db, listingId, key)
  return found?.lead.withdrawnAt ? undefined : found?.lead
}

/** The lead, whether or not they have confirmed their address yet. An invitee answers and confirms nothing in the lead's name. */
export async function requireKeyHolder(db: Db, listingId: string, key: DocumentKey | undefined) {
  const found = key?.inviteeId ? undefined : await findKeyHolder(db, listingId, key)
  if (!found) throw detailsNeeded()
  return found
}

const detailsNeeded = () =>
  new AppError('DetailsNeeded', 403, 'Please leave your details first. The documents then open straight away.')

const invitationEnded = () =>
  new AppError('InvitationEnded', 403, 'Your invitation has ended, so you can’t open the documents any more.')

/** Who reads: the lead, someone whom the lead invited, or a guest who typed the lead's address. */
export interface ReaderIdentity {
  lead: Lead
  invitee: typeof invitee.$inferSelect | null
  isOwn: boolean
  /** The lead whose chosen documents they may open. Null for a guest. */
  chosenLeadId: string | null
}

/** Checked for every document. Removed access applies to guests with that email address as well. */
export async function requireReaderIdentity(
  db: Db,
  listingId: string,
  key: DocumentKey | undefined,
): Promise<ReaderIdentity & { key: DocumentKey }> {
  const found = await findKeyHolder(db, listingId, key)
  if (!found || !key) throw key?.inviteeId ? invitationEnded() : detailsNeeded()
  const { lead: buyer, invitee: invited, needsCode } = found
  if (needsCode)
    throw new AppError('CodeNeeded', 403, 'Please confirm your email address first, with the code that we sent you.')
  if (buyer.withdrawnAt) throw new AppError('AccessWithdrawn', 403, 'The agent has removed your access.')
  const isOwn = isOwnKey(key, buyer)
  return { key, lead: buyer, invitee: invited, isOwn, chosenLeadId: isOwn || invited ? buyer.id : null }
}

/** The lead of a reader. */
export const requireLeadByKey = async (db: Db, listingId: string, key: DocumentKey | undefined) =>
  (await requireReaderIdentity(db, listingId, key)).lead

/** What this browser may see. Without the lead's details: someone who typed another person's address would learn them. */
export async function readDocumentAccess(db: Db, listingId: string, key: DocumentKey | undefined) {
  const found = await findKeyHolder(db, listingId, key)
  return found && describeAccess(found)
}

type KeyHolder = NonNullable<Awaited<ReturnType<typeof findKeyHolder>>>

/** Only someone who has confirmed the address learns that its access was removed. */
const describeAccess = ({ lead: { withdrawnAt }, invitee: invited, needsCode }: KeyHolder) => ({
  isWithdrawn: withdrawnAt !== null && !needsCode,
  needsCode,
  ...(invited && { isInvitee: true }),
})

/** Stores when the lead or the invitee last visited. A guest's visit changes nothing. */
export async function storeLastVisit(db: Db, listingId: string, key: DocumentKey | undefined) {
  const found = await findKeyHolder(db, listingId, key)
  if (found && key && !found.needsCode && !found.lead.withdrawnAt && isOwnKey(key, found.lead))
    await db.update(lead).set({ lastVisitAt: new Date() }).where(eq(lead.id, found.lead.id))
  if (found?.invitee && !found.lead.withdrawnAt)
    await db.update(invitee).set({ lastVisitAt: new Date() }).where(eq(invitee.id, found.invitee.id))
  return found && describeAccess(found)
}

/** The documents that the agent has chosen this lead for, also for those whom the lead invited. They are not on the page, which is the same for everyone. */
export async function listChosenDocuments(
  db: Db,
  listingId: string,
  key: DocumentKey | undefined,
): Promise<ListedDocument[]> {
  const found = await findKeyHolder(db, listingId, key)
  if (!found || !key || found.needsCode || found.lead.withdrawnAt) return []
  if (!found.invitee && !isOwnKey(key, found.lead)) return []
  const documents = await listReadableDocuments(db, toListingKey(found.lead), found.lead.id)
  return documents
    .filter(({ access }) => access === 'chosen')
    .map(({ id, name, kind, contentType, pageCount, size, createdAt, replacedAt, issuedOn, isViewOnly }) => ({
      ...{ id, name, pageCount, size, isViewOnly },
      kind: kind as DocumentType | null,
      contentType: contentType ?? 'application/octet-stream',
      ...datedFile({ issuedOn, createdAt, replacedAt }),
    }))
}
