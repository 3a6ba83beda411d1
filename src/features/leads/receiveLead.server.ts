import { and, count, eq, gte, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { lead } from '#db/schema/lead.ts'
import { leadDigest } from '#db/schema/leadDigest.ts'
import { listing } from '#db/schema/listing.ts'
import { notification } from '#db/schema/notification.ts'
import { profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import { refuseBots } from '#platform/botCheck/botCheck.server.ts'
import { AppError, notFound, unavailable } from '#platform/errors.ts'
import { limitKey } from '#platform/http/clientIp.server.ts'
import type { Services } from '#platform/services.server.ts'
import { newLeadMail } from './leads.emails.tsx'
import { dialable, type NewLead } from './leads.ts'
import { postPrivateLink } from './postPrivateLink.server.ts'
import { sendDigest } from './sendDigest.server.ts'

const perAddress = { name: 'new_lead', points: 30, seconds: 3600 }
const linksPerLead = { name: 'private_link', points: 5, seconds: 24 * 3600 }
export const MAILS_PER_HOUR = 20
const HOUR = 3600 * 1000
/** Within this time the same person again is the same click again, and the link is on its way already. */
const ONE_CLICK = 10 * 60_000

/** Stores the lead, tells the agent, and opens the documents: all of it, or nothing. The same person again is the same lead. */
export async function receiveLead(services: Services, newLead: NewLead, clientIp: string) {
  const { database, limits } = services
  await limits.spend(perAddress, limitKey(clientIp))
  await refuseBots(services, { action: 'lead', answer: newLead.turnstile, clientIp, key: newLead.key })
  const received = await database.db.transaction((tx) => storeLead(services, tx, newLead))
  if (!received.isNew) await sendLinkAgain(services, received)
  return { leadId: received.id, lastVisitAt: received.lastVisitAt }
}

async function storeLead(services: Services, tx: Db, { listingId, turnstile: _, key: __, ...details }: NewLead) {
  const home = await lockLiveListing(tx, listingId)
  const phone = dialable(details.phone)
  const [created] = await tx
    .insert(lead)
    .values({ ...details, phone, listingId, lastVisitAt: new Date() })
    .onConflictDoNothing({ target: [lead.listingId, lead.email] })
    .returning()
  if (!created) return { ...(await recognise(tx, listingId, details.email)), home, isNew: false }
  await tx.insert(notification).values({ type: 'lead_created', listingId, leadId: created.id })
  await tx.insert(event).values({ event: 'lead_created', listingId, leadId: created.id })
  await tellAgent(services, tx, home, created)
  await postPrivateLink(services, tx, home, created)
  return { ...created, home, isNew: true }
}

/** Locked until the lead is stored: a listing that is archived meanwhile takes no lead any more. */
async function lockLiveListing(tx: Db, id: string) {
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
type Home = Awaited<ReturnType<typeof lockLiveListing>>
type Lead = typeof lead.$inferSelect

async function recognise(tx: Db, listingId: string, email: string) {
  const [known] = await tx
    .select()
    .from(lead)
    .where(and(eq(lead.listingId, listingId), eq(lead.email, email)))
  // Erased in between: the next try makes a new one.
  if (!known) throw unavailable()
  if (known.withdrawnAt) throw new AppError('AccessWithdrawn', 403, 'The agent has closed these documents to you.')
  return known
}

/** Above the cap one mail an hour says how many there were; no lead is lost over it. */
async function tellAgent({ mailer, jobs, env }: Services, tx: Db, { listing: home, agent, muted }: Home, person: Lead) {
  if (muted?.includes('new_lead')) return
  const since = new Date(Date.now() - HOUR)
  const [lately] = await tx
    .select({ n: count() })
    .from(lead)
    .where(and(eq(lead.listingId, home.id), gte(lead.createdAt, since)))
  if ((lately?.n ?? 0) <= MAILS_PER_HOUR) {
    const mail = newLeadMail(env.APP_URL, home.title, person)
    await mailer.post(tx, { to: agent.email, replyTo: person.email, about: person.id, ...mail })
    return
  }
  const [first] = await tx
    .insert(leadDigest)
    .values({ listingId: home.id, since: person.createdAt })
    .onConflictDoNothing()
    .returning()
  if (first) await jobs.enqueue(tx, sendDigest, { listingId: home.id }, { startAfter: new Date(Date.now() + HOUR) })
}

/** Whoever has lost the mail gets it again, a few times a day. */
async function sendLinkAgain(services: Services, { home, ...person }: Lead & { home: Home }) {
  const { limits, database } = services
  if (Date.now() - person.createdAt.getTime() < ONE_CLICK) return
  if (await limits.isWithin(linksPerLead, person.id)) await postPrivateLink(services, database.db, home, person)
}
