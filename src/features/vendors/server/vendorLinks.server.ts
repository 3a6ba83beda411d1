import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { isListing, isOfListing, type ListingKey, listing, toListingKey } from '#db/schema/listings.ts'
import { vendorLink, vendorReportEmail } from '#db/schema/vendors.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { agentAsSender, describeForStranger } from '#features/leads/server/privateLink/prepareBuyerEmails.server.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import { deleteEmailsAbout } from '#platform/mail/deleteEmailsAbout.server.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_SECONDS } from '#values/time.ts'
import { type AddVendorInput, MAX_VENDORS, type RevokeVendorInput } from '../vendorSettings.schema.ts'
import { vendorLinkEmail } from '../vendors.emails.tsx'
import { findReportedListing } from './reportedListing.server.ts'
import { vendorUnsubscribeUrl } from './vendorEmailChoice.server.ts'
import { vendorLinkUrl } from './vendorKey.server.ts'
import { requireReachableListing, startVendorReport } from './vendorSettings.server.ts'

type VendorLink = typeof vendorLink.$inferSelect

/** Emails to addresses that an agent types, over all listings. */
const linkEmailsPerAgent = { name: 'vendor_link_email', points: 100, seconds: DAY_SECONDS }

/** Gives someone a private link to the report. The first one switches the report on. */
export async function addVendor(services: Services, agent: Agent, { listingId, sendsLink, ...vendor }: AddVendorInput) {
  const { db } = services.database
  await refuseKnownOrTooMany(db, await requireReachableListing(db, agent, listingId), vendor.email)
  const isSent = sendsLink && vendor.email !== ''
  if (isSent) await spendLinkEmail(services, agent, vendor.email)
  return db.transaction(async (tx) => {
    // Locked, so that two requests at once don't add the same person, or one too many.
    const [about] = await tx
      .select()
      .from(listing)
      .where(and(eq(listing.id, listingId), isListingWithinReach(agent)))
      .for('no key update')
    if (!about) throw notFound()
    await refuseKnownOrTooMany(tx, about, vendor.email)
    const [added] = await tx
      .insert(vendorLink)
      .values({ ...vendor, listingId, agencyId: about.agencyId, userId: agent.id })
      .returning()
    if (!added) throw notFound()
    await startVendorReport(tx, about)
    await writeAudit(tx, agent, 'vendor_added', { listingId }, listingId)
    if (isSent) await postLink(services, tx, added)
    return { id: added.id, url: vendorLinkUrl(services.env, added.id) }
  })
}

/** Emails the link once more. Also to someone who has unsubscribed from the weekly email: the agent was asked for it. */
export async function emailVendorLink(services: Services, agent: Agent, id: string) {
  const { db } = services.database
  const found = await requireVendorLink(db, agent, id)
  if (!found.email) throw conflict('There’s no email address. Copy the link instead.')
  if (found.revokedAt) throw revoked()
  await spendLinkEmail(services, agent, found.email)
  await db.transaction(async (tx) => {
    const still = await lockVendorLink(tx, agent, id)
    if (still.revokedAt) throw revoked()
    await postLink(services, tx, still)
  })
}

/** The link stops working with the next request, and emails that have not left yet are deleted. The undo of it: the same link works again. */
export const revokeVendor = (services: Services, agent: Agent, { id, isRevoked }: RevokeVendorInput) =>
  services.database.db.transaction(async (tx) => {
    const link = await lockVendorLink(tx, agent, id)
    const { listingId, email, revokedAt } = link
    if (isRevoked === (revokedAt !== null)) return
    if (!isRevoked) await refuseKnownOrTooMany(tx, toListingKey(link), email)
    await tx
      .update(vendorLink)
      .set({ revokedAt: isRevoked ? now : null })
      .where(isLinkOfAgency(agent, id))
    if (isRevoked) await deleteEmailsAbout(tx, services.jobs, id)
    await writeAudit(tx, agent, isRevoked ? 'vendor_revoked' : 'vendor_restored', { listingId }, listingId)
  })

/** Someone whose link was revoked, with everything that is stored about them. */
export const deleteVendor = (services: Services, agent: Agent, id: string) =>
  services.database.db.transaction(async (tx) => {
    const { listingId, revokedAt } = await lockVendorLink(tx, agent, id)
    if (!revokedAt) throw conflict('Revoke the link first.')
    await deleteEmailsAbout(tx, services.jobs, id)
    await tx
      .delete(vendorReportEmail)
      .where(and(eq(vendorReportEmail.agencyId, agent.agencyId), eq(vendorReportEmail.linkId, id)))
    await tx.delete(vendorLink).where(isLinkOfAgency(agent, id))
    await writeAudit(tx, agent, 'vendor_deleted', { listingId }, listingId)
  })

const isLinkOfAgency = ({ agencyId }: Agent, id: string) =>
  and(eq(vendorLink.agencyId, agencyId), eq(vendorLink.id, id))

const isOwnLink = (agent: Agent, id: string) => and(eq(vendorLink.id, id), isListingWithinReach(agent))

async function requireVendorLink(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ link: vendorLink })
    .from(vendorLink)
    .innerJoin(listing, and(eq(listing.id, vendorLink.listingId), eq(listing.agencyId, vendorLink.agencyId)))
    .where(isOwnLink(agent, id))
  if (!found) throw notFound()
  return found.link
}

/** The listing as well, in the order in which someone is added: consistent lock order prevents deadlocks. */
async function lockVendorLink(tx: Db, agent: Agent, id: string) {
  const found = await requireVendorLink(tx, agent, id)
  await tx
    .select({ id: listing.id })
    .from(listing)
    .where(isListing(toListingKey(found)))
    .for('no key update')
  const [locked] = await tx
    .select({ link: vendorLink })
    .from(vendorLink)
    .innerJoin(listing, and(eq(listing.id, vendorLink.listingId), eq(listing.agencyId, vendorLink.agencyId)))
    .where(isOwnLink(agent, id))
    .for('update', { of: vendorLink })
  if (!locked) throw notFound()
  return locked.link
}

async function refuseKnownOrTooMany(db: Db, about: ListingKey, email: string) {
  const current = await db
    .select({ email: vendorLink.email })
    .from(vendorLink)
    .where(and(isOfListing(vendorLink, about), isNull(vendorLink.revokedAt)))
  if (email && current.some((one) => one.email === email))
    throw invalidInput({ email: 'Someone with this email address has a link already' })
  if (current.length >= MAX_VENDORS)
    throw conflict(`Up to ${MAX_VENDORS} people can see a report. Revoke a link to add someone else.`)
}

const revoked = () => conflict('This link was revoked. Restore it first.')

async function spendLinkEmail({ limits }: Services, agent: Agent, email: string) {
  await limits.spend(linkEmailsPerAgent, agent.id)
  await requireEmailLimit({ limits }, { to: email, recipient: 'unproven' })
}

async function postLink({ mailer, env }: Services, tx: Db, link: VendorLink) {
  const about = await findReportedListing(tx, toListingKey(link))
  if (!about) throw notFound()
  await mailer.post(tx, {
    to: link.email,
    ...agentAsSender(about.agent),
    about: [link.id],
    unsubscribeUrl: vendorUnsubscribeUrl(env, link.id),
    ...vendorLinkEmail(vendorLinkUrl(env, link.id), await describeForStranger(tx, env.APP_URL, about.listing)),
  })
}
