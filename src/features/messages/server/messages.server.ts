import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { ago, readClock } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { lead } from '#db/schema/leads.ts'
import { isOfListing, type ListingKey, listing } from '#db/schema/listings.ts'
import { buyerMessage } from '#db/schema/messages.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { findCalendarEntry } from '#features/listings/server/calendarEntries.server.ts'
import { changeSale, isReachableListing } from '#features/listings/server/listings.server.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Limit } from '#platform/limits/rateLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'
import {
  type BringAuctionForwardInput,
  CANCEL_SECONDS,
  type CountAudienceInput,
  type CreateMessageInput,
  type MessageDraft,
  type PreviewMessageInput,
  type SuggestMessageInput,
} from '../messages.schema.ts'
import { countSelectedAudience as count, listAudiencePeople } from './audience.server.ts'
import { composeMessage, composeSuggestion as suggest } from './composeMessage.server.ts'
import { sendMessageJob } from './sendMessages.server.ts'

/** Of one listing. Its buyers would unsubscribe long before. */
export const MAX_MESSAGES_PER_DAY = 10
const testsPerAgent: Limit = { name: 'message_test', points: 30, seconds: 3600 }

/** Who would get a message, and how many of the others don't get it for which reason. */
export async function countAudience(db: Db, agent: Agent, { listingId, audience }: CountAudienceInput) {
  const { listing: about } = await requireListing(db, agent, listingId)
  return { ...(await count(db, about, audience)), people: await listAudiencePeople(db, about, audience) }
}

export async function suggestMessage(db: Db, agent: Agent, input: SuggestMessageInput) {
  return suggest(db, (await requireListing(db, agent, input.listingId)).listing, input)
}

/** As this buyer gets it, or as an example. Their private link is in no preview: anyone who opens it is taken for the buyer. */
export async function previewMessage(services: Services, agent: Agent, { draft, leadId }: PreviewMessageInput) {
  const { db } = services.database
  const about = await requireListing(db, agent, draft.listingId)
  const { subject, body } = await composeExample(services, about, draft, await findFirstName(db, about.listing, leadId))
  return { subject, html: body.html, text: body.text, hasCalendarFile: body.attachments !== undefined }
}

async function findFirstName(db: Db, about: ListingKey, leadId: string | undefined) {
  if (leadId === undefined) return EXAMPLE_NAME
  const [found] = await db
    .select({ firstName: lead.firstName })
    .from(lead)
    .where(and(eq(lead.id, leadId), isOfListing(lead, about)))
  if (!found) throw notFound()
  return found.firstName
}

const EXAMPLE_NAME = 'Jane'

/** To the agent who writes it. */
export async function sendMessageToSelf(services: Services, agent: Agent, draft: MessageDraft) {
  const { database, mailer, limits } = services
  const about = await requireListing(database.db, agent, draft.listingId)
  await limits.spend(testsPerAgent, agent.id)
  const { subject, body } = await composeExample(services, about, draft, agent.firstName)
  await database.db.transaction((tx) => mailer.post(tx, { to: agent.email, subject: `Test: ${subject}`, body }))
  return { sentTo: agent.email }
}

const composeExample = (
  { database, env }: Services,
  about: Awaited<ReturnType<typeof requireListing>>,
  draft: MessageDraft,
  firstName: string,
) =>
  composeMessage(database.db, env.APP_URL, {
    ...{ draft, ...about, firstName },
    link: `${env.APP_URL}/listings/${about.listing.slug}`,
    unsubscribeUrl: `${env.APP_URL}/unsubscribe/messages/example`,
  })

async function requireListing(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select({ listing, agent: user })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .where(isReachableListing(agent, id))
  if (!found) throw notFound()
  return found
}

/** Stores a message and the change of the facts that it is about, if there is one, in one transaction. It goes out at its time. */
export const createMessage = (services: Services, agent: Agent, input: CreateMessageInput) =>
  services.database.db.transaction((tx) => create(services, tx, agent, input))

/** The new date, the entry in calendars, and the message to all interested: all of it or nothing. */
export const bringAuctionForward = (services: Services, agent: Agent, input: BringAuctionForwardInput) =>
  services.database.db.transaction(async (tx) => {
    const { listingId, saleAt, version, ...message } = input
    const [before] = await tx.select().from(listing).where(isReachableListing(agent, listingId)).for('no key update')
    if (!before) throw notFound()
    const earlier = await findCreated(tx, agent, before, input)
    if (earlier) return earlier
    if (before.saleMethod !== 'auction' || !before.saleAt)
      throw conflict('This listing has no auction date. Add one to the listing first.')
    if (saleAt >= before.saleAt) throw invalidInput({ saleAt: 'Please choose a time before the current auction' })
    return create(services, tx, agent, {
      ...{ ...message, listingId, kind: 'auction_brought_forward', calendarEntry: 'sale' },
      facts: { version, saleAt },
    })
  })

async function create({ jobs, env }: Services, tx: Db, agent: Agent, input: CreateMessageInput) {
  const { facts, sendAt, listingId, calendarEntry, ...message } = input
  // Locked, so that of the same request twice at once the second finds the message of the first.
  const [before] = await tx.select().from(listing).where(isReachableListing(agent, listingId)).for('no key update')
  if (!before) throw notFound()
  const earlier = await findCreated(tx, agent, before, input)
  if (earlier) return earlier
  if (before.archivedAt) throw conflict('This listing is archived. Restore it to message its buyers.')
  if ((await countRecent(tx, before)) >= MAX_MESSAGES_PER_DAY)
    throw conflict(`You can send ${MAX_MESSAGES_PER_DAY} messages about a listing in a day. Try again tomorrow.`)
  const { included } = await count(tx, before, message.audience)
  if (included === 0) throw conflict('No one matches, so nobody would get this message. Change who gets it.')
  if (facts) await changeSale(tx, agent, { id: listingId, ...facts })
  // After the change: it may set the date.
  if (calendarEntry && !(await findCalendarEntry(tx, env.APP_URL, before, calendarEntry)))
    throw invalidInput({ calendarEntry: 'This date is no longer in the listing' })
  const earliest = new Date((await readClock(tx)).getTime() + CANCEL_SECONDS * 1_000)
  const time = sendAt && sendAt > earliest ? sendAt : earliest
  const [created] = await tx
    .insert(buyerMessage)
    .values({ ...message, listingId, calendarEntry, agencyId: before.agencyId, userId: agent.id, sendAt: time })
    .onConflictDoNothing()
    .returning()
  // The key was used for a message about another listing.
  if (!created) throw conflict('This message has already been created. Reload the page to see it.')
  await jobs.enqueue(tx, sendMessageJob, { messageId: created.id }, { startAfter: time })
  await writeAudit(tx, agent, 'message_created', { listingId }, listingId)
  return { id: created.id, sendAt: created.sendAt, people: included }
}

/** The same request before, whose response got lost. */
async function findCreated(
  tx: Db,
  agent: Agent,
  about: ListingKey,
  { creationKey, audience }: Pick<CreateMessageInput, 'creationKey' | 'audience'>,
) {
  const [created] = await tx
    .select()
    .from(buyerMessage)
    .where(
      and(
        isOfListing(buyerMessage, about),
        eq(buyerMessage.userId, agent.id),
        eq(buyerMessage.creationKey, creationKey),
      ),
    )
  return created && { ...created, people: (await count(tx, about, audience)).included }
}

/** Those that were cancelled in time reached nobody. */
const countRecent = (tx: Db, about: ListingKey) =>
  tx.$count(
    buyerMessage,
    and(
      isOfListing(buyerMessage, about),
      gt(buyerMessage.createdAt, ago(DAY_MS)),
      or(isNull(buyerMessage.cancelledAt), sql`${buyerMessage.startedAt} is not null`),
    ),
  )

/** Nobody gets it any more who has not got it yet. */
export const cancelMessage = (db: Db, agent: Agent, id: string) =>
  db.transaction(async (tx) => {
    const { message } = await lockMessage(tx, agent, id)
    if (message.cancelledAt) return
    if (message.finishedAt) throw conflict('This message has been sent.')
    await tx.update(buyerMessage).set({ cancelledAt: sql`now()` }).where(isMessage(message))
    await writeAudit(tx, agent, 'message_cancelled', { listingId: message.listingId }, message.listingId)
  })

/** As long as its time has not come, it goes out at that time after all. */
export const undoCancelMessage = (db: Db, agent: Agent, id: string) =>
  db.transaction(async (tx) => {
    const { message, isDue } = await lockMessage(tx, agent, id)
    if (!message.cancelledAt) return
    if (message.startedAt || isDue) throw conflict('It’s too late to send this message. Write a new one.')
    await tx.update(buyerMessage).set({ cancelledAt: null }).where(isMessage(message))
  })

const isMessage = ({ agencyId, id }: typeof buyerMessage.$inferSelect) =>
  and(eq(buyerMessage.agencyId, agencyId), eq(buyerMessage.id, id))

/** Locked, so that it is cancelled before its recipients are fixed or after. */
async function lockMessage(tx: Db, agent: Agent, id: string) {
  const [found] = await tx
    .select({ message: buyerMessage, isDue: sql<boolean>`${buyerMessage.sendAt} <= now()` })
    .from(buyerMessage)
    .innerJoin(listing, and(eq(listing.id, buyerMessage.listingId), eq(listing.agencyId, buyerMessage.agencyId)))
    .where(and(eq(buyerMessage.id, id), isListingWithinReach(agent)))
    .for('no key update', { of: buyerMessage })
  if (!found) throw notFound()
  return found
}
