import { and, asc, count, eq, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import type { user } from '#db/schema/accounts.ts'
import { feedListing } from '#db/schema/feeds.ts'
import { hasNoEmail, lead, leadDigest } from '#db/schema/leads.ts'
import { channel, listing } from '#db/schema/listings.ts'
import { LEAD_FORMAT, type LeadAttachment } from '#features/crm/leadFormat.ts'
import { forwardLead } from '#features/crm/server/forwardLead.server.ts'
import { addressLine } from '#features/listings/facts/address.ts'
import { publicListingUrl } from '#features/listings/listingUrls.ts'
import { pushToAgent } from '#features/notifications/agentPush.server.ts'
import { formatPhone } from '#platform/input/phone.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { channelLabel } from '#values/channelKinds.ts'
import { HOUR_MS } from '#values/time.ts'
import { digestEmail, MAX_NAMED_LEADS, newLeadEmail } from '../../leads.emails.tsx'
import type { CheckedAnswer } from '../answers/answers.server.ts'
import type { Lead } from '../documents/documentAccess.server.ts'
import { describeListing } from '../privateLink/prepareBuyerEmails.server.ts'
import {
  findNotifiedAgents,
  listEmailRecipients,
  type NotifiedAgents,
  notifiedAgentIds,
} from './leadAudience.server.ts'

export const MAX_EMAILS_PER_LISTING_PER_HOUR = 20

/** A listing and its lead agent, who signs the emails to buyers. */
export interface ListingWithAgent {
  listing: typeof listing.$inferSelect
  agent: typeof user.$inferSelect
}

/** Tells everyone who runs the listing. Above the hourly limit, one digest email an hour names all new leads. */
export async function notifyAgents(
  services: Services,
  tx: Db,
  published: ListingWithAgent,
  newLead: Lead,
  answers: CheckedAnswer[],
  audience: NotifiedAgents,
) {
  for (const id of notifiedAgentIds(audience))
    await pushToAgent(services, tx, id, {
      kind: 'new_lead',
      leadId: newLead.id,
      title: `New lead: ${fullName(newLead)}`,
      body: [published.listing.title, formatPhone(newLead.phone, published.listing.country ?? undefined)]
        .filter(Boolean)
        .join(' · '),
      path: `/portal/leads?lead=${newLead.id}`,
      tag: newLead.id,
    })
  await forwardToCrm(services, tx, published, newLead, answers)
  const recipients = listEmailRecipients(services, audience)
  if (recipients.length === 0) return
  if ((await countLeadsLastHour(tx, newLead.listingId)) > MAX_EMAILS_PER_LISTING_PER_HOUR)
    return addToDigest(services, tx, newLead)
  const listing = describeListing(published.listing)
  for (const { isCopy, ...recipient } of recipients)
    await services.mailer.post(tx, {
      ...recipient,
      replyTo: newLead.email,
      about: [newLead.id],
      ...newLeadEmail(services.env.APP_URL, listing, { ...newLead, answers }, isCopy),
    })
}

/** Also sends a new lead to the agency's CRM, if there is one. */
export const forwardToCrm = (
  services: Services,
  tx: Db,
  published: ListingWithAgent,
  newLead: Lead,
  answers: CheckedAnswer[],
) =>
  forwardLead(services, tx, published.listing.agencyId, () =>
    readLeadForCrm(tx, services.env.APP_URL, published, newLead, answers),
  )

/** A new lead as the agency's CRM gets it: with the CRM's own id of the listing, by which it can tell which one it is. */
async function readLeadForCrm(
  tx: Db,
  appUrl: string,
  { listing, agent }: ListingWithAgent,
  newLead: Lead,
  answers: CheckedAnswer[],
): Promise<LeadAttachment> {
  const came = newLead.channelId === null ? undefined : await findChannel(tx, newLead.channelId)
  return {
    format: LEAD_FORMAT,
    isTest: false,
    id: newLead.id,
    receivedAt: newLead.createdAt.toISOString(),
    firstName: newLead.firstName,
    lastName: newLead.lastName,
    email: hasNoEmail(newLead.email) ? '' : newLead.email,
    phone: newLead.phone,
    message: newLead.note,
    answers: answers.map(({ question, answer }) => ({ question, answer })),
    channel: channelLabel(came?.kind ?? null, came?.name),
    listing: {
      id: listing.id,
      reference: (await findFeedId(tx, listing)) ?? '',
      title: listing.title,
      address: addressLine(listing),
      url: publicListingUrl(appUrl, listing.slug),
    },
    agent: { name: fullName(agent), email: agent.email },
    url: `${appUrl}/portal/leads?lead=${newLead.id}`,
  }
}

async function findChannel(tx: Db, id: string) {
  const [found] = await tx.select({ kind: channel.kind, name: channel.name }).from(channel).where(eq(channel.id, id))
  return found
}

async function findFeedId(tx: Db, { id, agencyId }: ListingWithAgent['listing']) {
  const [found] = await tx
    .select({ uniqueId: feedListing.uniqueId })
    .from(feedListing)
    .where(and(eq(feedListing.listingId, id), eq(feedListing.agencyId, agencyId)))
    .orderBy(asc(feedListing.createdAt), asc(feedListing.uniqueId))
    .limit(1)
  return found?.uniqueId
}

/** Exact, because the listing is locked: all earlier leads are stored. */
async function countLeadsLastHour(tx: Db, listingId: string) {
  const [lately] = await tx
    .select({ n: count() })
    .from(lead)
    .where(and(eq(lead.listingId, listingId), gte(lead.createdAt, new Date(Date.now() - HOUR_MS))))
  return lately?.n ?? 0
}

export async function addToDigest(
  { jobs }: Services,
  tx: Db,
  { listingId, createdAt: since }: Pick<Lead, 'listingId' | 'createdAt'>,
) {
  const [digest] = await tx
    .insert(leadDigest)
    .values({ listingId, since })
    // A lead that waited for the lock may be older than the one that began the digest.
    .onConflictDoUpdate({
      target: leadDigest.listingId,
      set: { since: sql`least(${leadDigest.since}, excluded.since)` },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (digest?.isNew)
    await jobs.enqueue(tx, sendDigestJob, { listingId }, { startAfter: new Date(Date.now() + HOUR_MS) })
}

const DigestData = z.strictObject({ listingId: z.string() })

/** One email for all leads above the hourly limit. Retried for days, because the next digest waits for this one. */
export const sendDigestJob: Job<z.infer<typeof DigestData>, Services> = {
  name: 'send_lead_digest',
  data: DigestData,
  queue: { retryLimit: 1_000 },
  async work(services, { listingId }) {
    const { database, mailer, env } = services
    await database.db.transaction(async (tx) => {
      const [due] = await tx.delete(leadDigest).where(eq(leadDigest.listingId, listingId)).returning()
      if (!due) return
      const [found] = await tx.select().from(listing).where(eq(listing.id, listingId))
      const leads = await listLeadsSince(tx, listingId, due.since)
      if (!found || leads.length === 0) return
      const about = leads.slice(0, MAX_NAMED_LEADS).map(({ id }) => id)
      const audience = await findNotifiedAgents(tx, found)
      for (const { isCopy, ...recipient } of listEmailRecipients(services, audience))
        await mailer.post(tx, { ...recipient, about, ...digestEmail(env.APP_URL, found, leads, isCopy) })
    })
  },
}

const listLeadsSince = (tx: Db, listingId: string, since: Date) =>
  tx
    .select({ id: lead.id, firstName: lead.firstName, lastName: lead.lastName, phone: lead.phone })
    .from(lead)
    .where(and(eq(lead.listingId, listingId), gte(lead.createdAt, since)))
    .orderBy(asc(lead.createdAt), asc(lead.id))
