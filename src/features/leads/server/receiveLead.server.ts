import { createHash } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { lead, leadNote } from '#db/schema/leads.ts'
import { isPublishedListing, listing } from '#db/schema/listings.ts'
import { notifyOfNewLead } from '#features/notifications/notifications.server.ts'
import { refuseBots } from '#platform/botCheck/botCheck.server.ts'
import { notFound, unavailable } from '#platform/errors.ts'
import { recordEvents, type Visitor } from '#platform/events/recordEvents.server.ts'
import { limitKey } from '#platform/http/ipAddresses.server.ts'
import { hasLink } from '#platform/input/fieldSchemas.ts'
import { mayEmailStranger } from '#platform/mail/strangerEmail.server.ts'
import { normalisePhone } from '#platform/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'
import { type BuyerDetails, type NewLead, wantsLeadEmails } from '../buyer.schema.ts'
import { privateLinkEmail, repeatLeadEmail } from '../leads.emails.tsx'
import { type DocumentKey, isOwnKey } from './documentAccess.server.ts'
import { signLeadKey } from './documentKey.server.ts'
import { notifyAgent } from './notifyAgent.server.ts'

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
  await notifyOfNewLead(tx, person)
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
    .select({ listing, agent: user, muted: profile.mutedEmails })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(and(eq(listing.id, id), isPublishedListing))
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

/**
 * Names one sending by one person about one home. A bot check that was passed counts again for that alone: else whoever passed
 * it once could send a thousand leads under the same key. In the form of a UUID, which is what Turnstile takes.
 */
function submissionKeyFor({ key, listingId, email }: Pick<NewLead, 'key' | 'listingId' | 'email'>) {
  const hash = createHash('sha256')
    .update(JSON.stringify([key, listingId, email]))
    .digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

const agentEmailsPerListing = { name: 'asked_again', points: 5, seconds: 3600 }
/** For so long the first email is taken to be on its way: a form that is sent twice brings no second one. */
const FIRST_EMAIL_DELIVERY_MS = 10 * 60_000
/** Of confirmed and unconfirmed notes each, so that strangers cannot use up the buyer's room. Later ones reach the agent by email only. */
export const MAX_NOTES_PER_LEAD = 20

export type FurtherNote = Pick<typeof leadNote.$inferSelect, 'body' | 'phone' | 'fromOwnBrowser' | 'createdAt'>
type NewNote = Pick<FurtherNote, 'body' | 'phone'>

interface RepeatLead {
  home: ListingWithAgent
  known: Lead
  details: BuyerDetails
  /** Whether the browser held the lead's own key. */
  fromOwnBrowser: boolean
  mayEmailBuyer: boolean
}

/**
 * The form was sent with an email address that is known on this listing. Anyone can type it, so nothing of the lead changes: what is
 * new becomes an entry of its own, and the private link goes to the address itself.
 */
async function handleRepeatLead(
  services: Services,
  { home, known, details, fromOwnBrowser, mayEmailBuyer }: RepeatLead,
) {
  const { database, limits, mailer, env } = services
  const note = findNews(known, await listFurtherNotes(database.db, [known.id]), details)
  // Both emails are made whether they are sent or not, as for a new lead: a quicker answer would tell that the address is known.
  const postLink = await preparePrivateLinkEmail(services, home, known)
  const postNote = await mailer.prepare({
    to: home.agent.email,
    replyTo: known.email,
    about: [known.id],
    ...repeatLeadEmail(env.APP_URL, home.listing.title, known, {
      body: details.note,
      phone: null,
      ...note,
      fromOwnBrowser,
    }),
  })
  if (known.withdrawnAt) return
  const isLinkDue = mayEmailBuyer && Date.now() - known.createdAt.getTime() > FIRST_EMAIL_DELIVERY_MS
  const mayEmailAgent =
    note && wantsLeadEmails(home.muted) && (await limits.isWithin(agentEmailsPerListing, known.listingId))
  await database.db.transaction(async (tx) => {
    if (isLinkDue) await postLink(tx)
    const isNews = note !== undefined && (await addNote(tx, known, { ...note, fromOwnBrowser }))
    if (isNews && mayEmailAgent) await postNote(tx)
  })
}

/** Everything sent later with the addresses of these leads, in the order of its arrival. */
export const listFurtherNotes = (db: Db, leadIds: string[]) =>
  db.select().from(leadNote).where(inArray(leadNote.leadId, leadIds)).orderBy(asc(leadNote.createdAt), asc(leadNote.id))

/** Nothing when all of it was said before. */
function findNews(known: Lead, earlier: NewNote[], { note, phone: typed }: BuyerDetails): NewNote | undefined {
  const phone = normalisePhone(typed)
  const isSaid = note === '' || note === known.note || earlier.some(({ body }) => body === note)
  const isKnownPhone = phone === known.phone || earlier.some((one) => one.phone === phone)
  return isSaid && isKnownPhone ? undefined : { body: isSaid ? '' : note, phone: isKnownPhone ? null : phone }
}

/** Answers whether it is news to the agent. The lead is locked, so that the same form sent twice at once is one entry. */
async function addNote(tx: Db, { id: leadId }: Lead, { body, phone, fromOwnBrowser }: Omit<FurtherNote, 'createdAt'>) {
  const [locked] = await tx.select({ id: lead.id }).from(lead).where(eq(lead.id, leadId)).for('no key update')
  if (!locked) return false
  const stored = await listFurtherNotes(tx, [leadId])
  if (stored.some((one) => one.body === body && one.phone === phone)) return false
  const ofThisSort = stored.filter((one) => one.fromOwnBrowser === fromOwnBrowser)
  if (ofThisSort.length < MAX_NOTES_PER_LEAD) await tx.insert(leadNote).values({ leadId, body, phone, fromOwnBrowser })
  return true
}

/** The email with what opens the documents on every other device. What comes back posts it in a transaction. */
export function preparePrivateLinkEmail(
  { mailer, env }: Services,
  { listing: home, agent }: Pick<ListingWithAgent, 'listing' | 'agent'>,
  { id, email }: Pick<Lead, 'id' | 'email'>,
) {
  const link = `${env.APP_URL}/listings/${home.slug}/open?key=${signLeadKey(env.APP_SECRET, 'link', id)}`
  return mailer.prepare({
    to: email,
    replyTo: agent.email,
    about: [id],
    ...privateLinkEmail(link, safeTitle(home.title)),
  })
}

/** Nobody has proven the address yet: an agent's own words must not bring a link to it. */
const safeTitle = (title: string) => (hasLink(title) ? 'a property' : title)
