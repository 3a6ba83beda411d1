import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { notification } from '#db/schema/notification.ts'
import { profile } from '#db/schema/profile.ts'
import { user } from '#db/schema/user.ts'
import { refuseBots } from '#platform/botCheck/botCheck.server.ts'
import { AppError, notFound, unavailable } from '#platform/errors.ts'
import { recordEvents, type Visitor } from '#platform/events/recordEvents.server.ts'
import { limitKey } from '#platform/http/clientIp.server.ts'
import { mayEmailStranger } from '#platform/mail/strangerEmail.server.ts'
import { meters } from '#platform/metrics/meters.server.ts'
import type { Services } from '#platform/services.server.ts'
import { hearAgain } from './hearAgain.server.ts'
import { dialable, type NewLead } from './leads.ts'
import { postPrivateLink } from './postPrivateLink.server.ts'
import { sendingKey } from './sendingKey.server.ts'
import { tellAgent } from './tellAgent.server.ts'

const perAddress = { name: 'new_lead', points: 30, seconds: 3600 }

/** Stores the lead, tells the agent, and opens the documents: all of it, or nothing. The same person again is the same lead. */
export async function receiveLead(services: Services, newLead: NewLead, clientIp: string, visitor: Visitor = {}) {
  const { database, limits } = services
  await limits.spend(perAddress, limitKey(clientIp))
  await refuseBots(services, { action: 'lead', answer: newLead.turnstile, clientIp, key: sendingKey(newLead) })
  // Nobody has proven the address yet. Without this email the documents still open in this browser.
  const mayMailBuyer = await mayEmailStranger(services, { to: newLead.email, recipient: 'unproven', clientIp })
  const received = await database.db.transaction((tx) => storeLead(services, tx, newLead, visitor, mayMailBuyer))
  meters.leads.inc({ kind: received.isNew ? 'new' : 'again' })
  if (!received.isNew) await hearAgain(services, received, newLead, mayMailBuyer)
  const { id: leadId, lastVisitAt } = received.person
  return { leadId, lastVisitAt }
}

async function storeLead(services: Services, tx: Db, newLead: NewLead, visitor: Visitor, mayMailBuyer: boolean) {
  const { listingId, turnstile: _, key: __, ...details } = newLead
  const home = await lockLiveListing(tx, listingId)
  const [person] = await tx
    .insert(lead)
    .values({ ...details, phone: dialable(details.phone), listingId, lastVisitAt: new Date() })
    .onConflictDoNothing({ target: [lead.listingId, lead.email] })
    .returning()
  if (!person) return { home, person: await recognise(tx, listingId, details.email), isNew: false }
  await tx.insert(notification).values({ type: 'lead_created', listingId, leadId: person.id })
  await tellAgent(services, tx, home, person)
  if (mayMailBuyer) await postPrivateLink(services, tx, home, person)
  // Last, because the sums that it adds to are locked until the end.
  await recordEvents(tx, [{ ...visitor, event: 'lead_created', listingId, leadId: person.id }])
  return { home, person, isNew: true }
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
export type Home = Awaited<ReturnType<typeof lockLiveListing>>
export type Lead = typeof lead.$inferSelect

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
