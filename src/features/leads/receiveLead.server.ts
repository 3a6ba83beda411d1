import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { notification } from '#db/schema/notification.ts'
import { profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import { refuseBots } from '#platform/botCheck/botCheck.server.ts'
import { notFound, unavailable } from '#platform/errors.ts'
import { recordEvents, type Visitor } from '#platform/events/recordEvents.server.ts'
import { limitKey } from '#platform/http/clientIp.server.ts'
import { mayEmailStranger } from '#platform/mail/strangerEmail.server.ts'
import { meters } from '#platform/metrics/meters.server.ts'
import { normalisePhone } from '#platform/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import { type DocumentKey, isOwnKey } from './buyer.server.ts'
import type { NewLead } from './leads.ts'
import { preparePrivateLinkEmail } from './postPrivateLink.server.ts'
import { handleRepeatLead } from './repeatLead.server.ts'
import { submissionKeyFor } from './sendingKey.server.ts'
import { notifyAgent } from './tellAgent.server.ts'

const leadsPerAddress = { name: 'new_lead', points: 30, seconds: 3600 }

interface Sender {
  clientIp: string
  visitor?: Visitor
  /** What the browser holds for this listing already. */
  key?: DocumentKey
}

/**
 * Stores the lead, tells the agent, and opens the documents: all of it, or nothing. Answers the key for this browser. An email address
 * that is known on this listing proves nothing, so its sender gets a guest's key; nothing in the answer tells one from the other.
 */
export async function receiveLead(services: Services, newLead: NewLead, { clientIp, visitor = {}, key }: Sender) {
  const { database, limits } = services
  await limits.spend(leadsPerAddress, limitKey(clientIp))
  const submissionKey = submissionKeyFor(newLead)
  await refuseBots(services, { action: 'lead', answer: newLead.turnstile, clientIp, key: submissionKey })
  // Nobody has proven the address yet. Without this email the documents still open in this browser.
  const mayEmailBuyer = await mayEmailStranger(services, { to: newLead.email, recipient: 'unproven', clientIp })
  const { home, person, isNew } = await database.db.transaction((tx) =>
    storeLead(services, tx, { newLead, submissionKey, visitor, mayEmailBuyer }),
  )
  meters.leads.inc({ kind: isNew ? 'new' : 'again' })
  // The same sending once more: the answer to the first one was lost on its way.
  const isSameSending = person.submissionKey === submissionKey
  if (isNew || (isSameSending && !person.provenAt)) return { leadId: person.id, isGuest: false }
  const fromOwnBrowser = key?.leadId === person.id && isOwnKey(key, person)
  if (isSameSending) return { leadId: person.id, isGuest: !fromOwnBrowser }
  await handleRepeatLead(services, { home, known: person, details: newLead, fromOwnBrowser, mayEmailBuyer })
  return { leadId: person.id, isGuest: !fromOwnBrowser }
}

interface Submission {
  newLead: NewLead
  submissionKey: string
  visitor: Visitor
  mayEmailBuyer: boolean
}

async function storeLead(services: Services, tx: Db, { newLead, submissionKey, visitor, mayEmailBuyer }: Submission) {
  const { listingId, turnstile: _, key: __, ...details } = newLead
  const home = await lockPublishedListing(tx, listingId)
  const [person] = await tx
    .insert(lead)
    .values({ ...details, phone: normalisePhone(details.phone), listingId, submissionKey, lastVisitAt: new Date() })
    .onConflictDoNothing({ target: [lead.listingId, lead.email] })
    .returning()
  if (!person) return { home, person: await requireKnownLead(tx, listingId, details.email), isNew: false }
  await tx.insert(notification).values({ type: 'lead_created', listingId, leadId: person.id })
  await notifyAgent(services, tx, home, person)
  const postLink = await preparePrivateLinkEmail(services, home, person)
  if (mayEmailBuyer) await postLink(tx)
  // Last, because the sums that it adds to are locked until the end.
  await recordEvents(tx, [{ ...visitor, event: 'lead_created', listingId, leadId: person.id }])
  return { home, person, isNew: true }
}

/** Locked until the lead is stored: a listing that is archived meanwhile takes no lead any more. */
async function lockPublishedListing(tx: Db, id: string) {
  const [home] = await tx
    .select({ listing, agent: user, muted: profile.mutedMails })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(and(eq(listing.id, id), isNotNull(listing.publishedAt), isNull(listing.archivedAt)))
    .for('no key update', { of: listing })
  if (!home) throw notFound()
  return home
}
export type ListingWithAgent = Awaited<ReturnType<typeof lockPublishedListing>>
export type Lead = typeof lead.$inferSelect

async function requireKnownLead(tx: Db, listingId: string, email: string) {
  const [known] = await tx
    .select()
    .from(lead)
    .where(and(eq(lead.listingId, listingId), eq(lead.email, email)))
  // Erased in between: the next try makes a new one.
  if (!known) throw unavailable()
  return known
}
