import { createHash } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { lead, leadNote } from '#db/schema/leads.ts'
import { isPublishedListing, listing } from '#db/schema/listings.ts'
import { unsubscribeUrl } from '#features/accounts/server/unsubscribe.server.ts'
import { notifyOfNewLead } from '#features/notifications/notifications.server.ts'
import { refuseBots } from '#platform/botCheck/botCheck.server.ts'
import { notFound, unavailable } from '#platform/errors.ts'
import { recordEvents, type Visitor } from '#platform/events/recordEvents.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { mayEmailStranger } from '#platform/mail/strangerEmail.server.ts'
import { normalisePhone } from '#platform/phone/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'
import { type BuyerDetails, type NewLead, wantsLeadEmails } from '../buyer.schema.ts'
import { repeatLeadEmail } from '../leads.emails.tsx'
import { type DocumentKey, isOwnKey, type Lead } from './documentAccess.server.ts'
import { notifyAgent } from './notifyAgent.server.ts'
import { describeListing, preparePrivateLinkEmail } from './privateLinkEmail.server.ts'

const leadsPerAddress = { name: 'new_lead', points: 30, seconds: 3600 }

interface Sender {
  clientIp: string
  visitor?: Visitor
  /** The browser's key for this listing, if it has one. */
  key?: DocumentKey
}

/**
 * Stores the lead, notifies the agent, and opens the documents, in one transaction. Returns the key for this browser. An email address
 * that is known on this listing proves nothing, so its sender gets a guest's key; the response does not reveal which.
 */
export async function receiveLead(services: Services, newLead: NewLead, { clientIp, visitor = {}, key }: Sender) {
  const { database, limits } = services
  await limits.spend(leadsPerAddress, rateLimitKey(clientIp))
  const submissionKey = submissionKeyFor(newLead)
  await refuseBots(services, { action: 'lead', answer: newLead.turnstile, clientIp, key: submissionKey })
  // The address is not verified yet. Without this email the documents still open in this browser.
  const mayEmailBuyer = await mayEmailStranger(services, { to: newLead.email, recipient: 'unproven', clientIp })
  const { published, stored, isNew } = await database.db.transaction((tx) =>
    storeLead(services, tx, { newLead, submissionKey, visitor, mayEmailBuyer }),
  )
  meters.leads.inc({ kind: isNew ? 'new' : 'again' })
  // The same submission again: the response to the first was lost.
  const isSameSubmission = stored.submissionKey === submissionKey
  if (isNew || (isSameSubmission && !stored.provenAt)) return { leadId: stored.id, isGuest: false }
  const fromOwnBrowser = key?.leadId === stored.id && isOwnKey(key, stored)
  if (isSameSubmission) return { leadId: stored.id, isGuest: !fromOwnBrowser }
  await handleRepeatLead(services, { published, known: stored, details: newLead, fromOwnBrowser, mayEmailBuyer })
  return { leadId: stored.id, isGuest: !fromOwnBrowser }
}

interface Submission {
  newLead: NewLead
  submissionKey: string
  visitor: Visitor
  mayEmailBuyer: boolean
}

async function storeLead(services: Services, tx: Db, { newLead, submissionKey, visitor, mayEmailBuyer }: Submission) {
  const { listingId, turnstile: _, key: __, ...details } = newLead
  const published = await lockPublishedListing(tx, listingId)
  const [stored] = await tx
    .insert(lead)
    .values({ ...details, phone: normalisePhone(details.phone), listingId, submissionKey, lastVisitAt: new Date() })
    .onConflictDoNothing({ target: [lead.listingId, lead.email] })
    .returning()
  if (!stored) return { published, stored: await requireKnownLead(tx, listingId, details.email), isNew: false }
  await notifyOfNewLead(tx, stored)
  await notifyAgent(services, tx, published, stored)
  const postLink = await preparePrivateLinkEmail(services, tx, published, stored)
  if (mayEmailBuyer) await postLink(tx)
  // Last, because it locks the daily sums until the transaction ends.
  await recordEvents(tx, [{ ...visitor, event: 'lead_created', listingId, leadId: stored.id }])
  return { published, stored, isNew: true }
}

/** Locked until the lead is stored, so that an archived listing accepts no leads. */
async function lockPublishedListing(tx: Db, id: string) {
  const [found] = await tx
    .select({ listing, agent: user, muted: profile.mutedEmails })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(and(eq(listing.id, id), isPublishedListing))
    .for('no key update', { of: listing })
  if (!found) throw notFound()
  return found
}
export type ListingWithAgent = Awaited<ReturnType<typeof lockPublishedListing>>

async function requireKnownLead(tx: Db, listingId: string, email: string) {
  const [known] = await tx
    .select()
    .from(lead)
    .where(and(eq(lead.listingId, listingId), eq(lead.email, email)))
  // Erased in between: the next attempt creates a new lead.
  if (!known) throw unavailable()
  return known
}

/**
 * Identifies one submission by one buyer for one listing. A bot check counts again only for the same submission: otherwise someone who
 * passed it once could send a thousand leads with the same key. A UUID, as Turnstile requires.
 */
function submissionKeyFor({ key, listingId, email }: Pick<NewLead, 'key' | 'listingId' | 'email'>) {
  const hash = createHash('sha256')
    .update(JSON.stringify([key, listingId, email]))
    .digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

const agentEmailsPerListing = { name: 'asked_again', points: 5, seconds: 3600 }
/** Within this time the first email counts as still being delivered, so a form that is sent twice causes no second one. */
const FIRST_EMAIL_DELIVERY_MS = 10 * 60_000
/** Confirmed and unconfirmed notes each, so that strangers cannot use up the buyer's limit. Later ones reach the agent by email only. */
export const MAX_NOTES_PER_LEAD = 20

export type FurtherNote = Pick<typeof leadNote.$inferSelect, 'body' | 'phone' | 'fromOwnBrowser' | 'createdAt'>
type NewNote = Pick<FurtherNote, 'body' | 'phone'>

interface RepeatLead {
  published: ListingWithAgent
  known: Lead
  details: BuyerDetails
  /** Whether the browser held the lead's own key. */
  fromOwnBrowser: boolean
  mayEmailBuyer: boolean
}

/**
 * The form was sent with an email address that is known on this listing. Anyone can type it, so the lead itself stays the same: new
 * text becomes a separate note, and the private link goes to the email address.
 */
async function handleRepeatLead(
  services: Services,
  { published, known, details, fromOwnBrowser, mayEmailBuyer }: RepeatLead,
) {
  const { database, limits, mailer, env } = services
  const note = findNews(known, await listFurtherNotes(database.db, [known.id]), details)
  // Both emails are rendered even if they are not sent, as for a new lead: a faster response would reveal that the address is known.
  const postLink = await preparePrivateLinkEmail(services, database.db, published, known)
  const postNote = await mailer.prepare({
    to: published.agent.email,
    replyTo: known.email,
    about: [known.id],
    unsubscribeUrl: unsubscribeUrl(env, published.agent.id, 'new_lead'),
    ...repeatLeadEmail(env.APP_URL, describeListing(published.listing), known, {
      body: details.note,
      phone: null,
      ...note,
      fromOwnBrowser,
    }),
  })
  if (known.withdrawnAt) return
  const isLinkDue = mayEmailBuyer && Date.now() - known.createdAt.getTime() > FIRST_EMAIL_DELIVERY_MS
  const mayEmailAgent =
    note && wantsLeadEmails(published.muted) && (await limits.isWithin(agentEmailsPerListing, known.listingId))
  await database.db.transaction(async (tx) => {
    if (isLinkDue) await postLink(tx)
    const isNews = note !== undefined && (await addNote(tx, known, { ...note, fromOwnBrowser }))
    if (isNews && mayEmailAgent) await postNote(tx)
  })
}

/** Notes sent later with the addresses of these leads, the oldest first. */
export const listFurtherNotes = (db: Db, leadIds: string[]) =>
  db.select().from(leadNote).where(inArray(leadNote.leadId, leadIds)).orderBy(asc(leadNote.createdAt), asc(leadNote.id))

/** The part of a note that is new. Nothing if all of it was sent before. */
function findNews(known: Lead, earlier: NewNote[], { note, phone: typed }: BuyerDetails): NewNote | undefined {
  const phone = normalisePhone(typed)
  const isSaid = note === '' || note === known.note || earlier.some(({ body }) => body === note)
  const isKnownPhone = phone === known.phone || earlier.some((one) => one.phone === phone)
  return isSaid && isKnownPhone ? undefined : { body: isSaid ? '' : note, phone: isKnownPhone ? null : phone }
}

/** Returns whether the note is new. Locks the lead, so that the same form sent twice at once is one note. */
async function addNote(tx: Db, { id: leadId }: Lead, { body, phone, fromOwnBrowser }: Omit<FurtherNote, 'createdAt'>) {
  const [locked] = await tx.select({ id: lead.id }).from(lead).where(eq(lead.id, leadId)).for('no key update')
  if (!locked) return false
  const notes = await listFurtherNotes(tx, [leadId])
  if (notes.some((one) => one.body === body && one.phone === phone)) return false
  const sameOrigin = notes.filter((one) => one.fromOwnBrowser === fromOwnBrowser)
  if (sameOrigin.length < MAX_NOTES_PER_LEAD) await tx.insert(leadNote).values({ leadId, body, phone, fromOwnBrowser })
  return true
}
