import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { emailCode, lead } from '#db/schema/leads.ts'
import { channel, isPublicListing, listing } from '#db/schema/listings.ts'
import { listQuestions } from '#features/listings/questions/questions.server.ts'
import { notifyOfNewLead } from '#features/notifications/notifications.server.ts'
import { addToRecord } from '#features/record/server/addToRecord.server.ts'
import { refuseBots } from '#platform/botCheck/botCheck.server.ts'
import { notFound, unavailable } from '#platform/errors.ts'
import { recordEvents, type Visitor } from '#platform/events/recordEvents.server.ts'
import { toEventSource } from '#platform/events/visitSource.schema.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { normalisePhone, requirePhone } from '#platform/input/phone.server.ts'
import { mayEmailVisitor } from '#platform/mail/visitorEmailLimits.server.ts'
import { announce } from '#platform/outbound/webhooks/announce.server.ts'
import type { Services } from '#platform/services.server.ts'
import { meters } from '#platform/telemetry/metrics.server.ts'
import type { BuyerDetails, NewLead } from '../../buyer.schema.ts'
import { repeatLeadEmail } from '../../leads.emails.tsx'
import { findNotifiedAgents, listEmailRecipients, notifiedAgentIds } from '../agentNotifications/leadAudience.server.ts'
import { type ListingWithAgent, notifyAgents } from '../agentNotifications/notifyAgent.server.ts'
import { type CheckedAnswer, checkAnswers, requireNeededAnswers, storeAnswers } from '../answers/answers.server.ts'
import { answersAsText, notifyAgentAfterAnswers } from '../answers/receiveAnswers.server.ts'
import { type DocumentKey, isOwnKey, type Lead } from '../documents/documentAccess.server.ts'
import { describeListing, preparePrivateLinkEmail } from '../privateLink/prepareBuyerEmails.server.ts'
import { newEmailCode, storeEmailCode } from './emailCodes.server.ts'
import { addNote, listFurtherNotes, type NewNote } from './furtherNotes.server.ts'

const leadsPerAddress = { name: 'new_lead', points: 30, seconds: 3600 }

interface Sender {
  clientIp: string
  visitor?: Visitor
  /** The browser's key for this listing, if it has one. */
  key?: DocumentKey
}

/**
 * Stores the lead, notifies the agent, and opens the documents, in one transaction. Returns the key for this browser. An email address
 * that is known on this listing proves nothing, so its sender gets a guest's key; the response does not reveal which. Where the agent
 * asks for it, neither key opens anything until the emailed code was typed.
 */
export async function receiveLead(services: Services, newLead: NewLead, { clientIp, visitor = {}, key }: Sender) {
  const { database, limits } = services
  await limits.spend(leadsPerAddress, rateLimitKey(clientIp))
  const answers = await checkForm(database.db, newLead)
  const submissionKey = submissionKeyFor(newLead)
  await refuseBots(services, { action: 'lead', answer: newLead.turnstile, clientIp, key: submissionKey })
  // The address is not verified yet. Without this email the documents still open in this browser.
  const mayEmailBuyer = await mayEmailVisitor(services, { to: newLead.email, recipient: 'unproven', clientIp })
  const submission = { newLead, answers, submissionKey, visitor, mayEmailBuyer, key }
  const { published, stored, isNew } = await database.db.transaction((tx) => storeLead(services, tx, submission))
  meters.leads.inc({ kind: isNew ? 'new' : 'again' })
  const code = published.listing.requiresVerification ? { isCodeSent: mayEmailBuyer } : {}
  // The same submission again: the response to the first was lost.
  const isSameSubmission = stored.submissionKey === submissionKey
  if (isNew || (isSameSubmission && !stored.provenAt)) return { leadId: stored.id, isGuest: false, ...code }
  const fromOwnBrowser = key?.leadId === stored.id && isOwnKey(key, stored)
  if (!isSameSubmission)
    await handleRepeatLead(services, {
      ...{ published, known: stored, details: newLead, answers, fromOwnBrowser, mayEmailBuyer },
    })
  return { leadId: stored.id, isGuest: !fromOwnBrowser, ...code }
}

/** What depends on the listing: its country for the phone number, and its questions. Returns the answers. */
async function checkForm(db: Db, { listingId, phone, answers = [] }: NewLead) {
  const [found] = await db
    .select({ country: listing.country })
    .from(listing)
    .where(and(eq(listing.id, listingId), isPublicListing))
  if (!found) throw notFound()
  requirePhone(phone, found.country)
  const questions = await listQuestions(db, listingId)
  requireNeededAnswers(questions, answers)
  return checkAnswers(questions, answers)
}

interface Submission {
  newLead: NewLead
  answers: CheckedAnswer[]
  submissionKey: string
  visitor: Visitor
  mayEmailBuyer: boolean
  key: DocumentKey | undefined
}

async function storeLead(services: Services, tx: Db, submission: Submission) {
  const { newLead, answers, submissionKey, visitor, mayEmailBuyer } = submission
  const { listingId, firstName, lastName, email, phone: typed, note, isAnsweringLater, source } = newLead
  const published = await lockPublishedListing(tx, listingId)
  const phone = normalisePhone(typed, published.listing.country)
  const details = { firstName, lastName, email, phone, note, submissionKey }
  const corrected = await correctAddress(tx, submission, details)
  const [added] = corrected
    ? []
    : await tx
        .insert(lead)
        .values({
          ...details,
          listingId,
          lastVisitAt: new Date(),
          channelId: await findChannelId(tx, listingId, source),
        })
        .onConflictDoNothing({ target: [lead.listingId, lead.email] })
        .returning()
  const stored = corrected ?? added
  if (!stored) return { published, stored: await requireKnownLead(tx, listingId, email), isNew: false }
  await storeAnswers(tx, stored.id, answers)
  if (added) {
    const audience = await findNotifiedAgents(tx, published.listing)
    await notifyOfNewLead(tx, added, notifiedAgentIds(audience))
    if (isAnsweringLater) await notifyAgentAfterAnswers(services, tx, added.id)
    else await notifyAgents(services, tx, published, added, answers, audience)
  }
  const code = published.listing.requiresVerification ? newEmailCode() : undefined
  const postLink = await preparePrivateLinkEmail(services, tx, published, stored, code)
  if (mayEmailBuyer) {
    if (code) await storeEmailCode(services, tx, stored.id, code)
    await postLink(tx)
  }
  if (added)
    await addToRecord(tx, added, [
      { kind: 'access_given', person: { leadId: added.id }, details: { source: added.source } },
    ])
  const isCorrected = corrected !== undefined
  const data = { leadId: stored.id, listingId, source: stored.source }
  const type = isCorrected ? 'lead.updated' : 'lead.created'
  await announce(tx, { agencyId: stored.agencyId, type, objectId: stored.id, data })
  // Last, because it locks the daily sums until the transaction ends.
  if (added)
    await recordEvents(tx, [
      { ...visitor, ...toEventSource(source), event: 'lead_created', listingId, leadId: added.id },
    ])
  return { published, stored, isNew: true }
}

/** The listing's own link with the code that the form sent. Anything else is no link. */
async function findChannelId(tx: Db, listingId: string, source: NewLead['source']) {
  if (!source?.channel) return null
  const [found] = await tx
    .select({ id: channel.id })
    .from(channel)
    .where(and(eq(channel.code, source.channel), eq(channel.listingId, listingId)))
  return found?.id ?? null
}

type StoredDetails = Pick<Lead, 'firstName' | 'lastName' | 'email' | 'phone' | 'note'> & { submissionKey: string }

/**
 * The same form again with another email address, by a browser that has the lead's own key, before any address was confirmed: the first one
 * had a typo. Nothing if the new address is known on this listing.
 */
async function correctAddress(tx: Db, { key, newLead }: Submission, details: StoredDetails) {
  if (!key) return undefined
  const { listingId } = newLead
  const [before] = await tx
    .select()
    .from(lead)
    .where(and(eq(lead.id, key.leadId), eq(lead.listingId, listingId)))
    .for('update')
  if (!before || before.provenAt || !isOwnKey(key, before) || before.email === details.email) return undefined
  if (before.submissionKey !== submissionKeyFor({ key: newLead.key, listingId, email: before.email })) return undefined
  const taken = await tx.$count(lead, and(eq(lead.listingId, listingId), eq(lead.email, details.email)))
  if (taken > 0) return undefined
  await tx.delete(emailCode).where(eq(emailCode.leadId, before.id))
  const [corrected] = await tx
    .update(lead)
    .set({ ...details, keysChangedAt: new Date() })
    .where(eq(lead.id, before.id))
    .returning()
  return corrected
}

/** Locked until the lead is stored, so that an archived listing accepts no leads. */
async function lockPublishedListing(tx: Db, id: string): Promise<ListingWithAgent> {
  const [found] = await tx
    .select({ listing, agent: user })
    .from(listing)
    .innerJoin(user, eq(user.id, listing.userId))
    .where(and(eq(listing.id, id), isPublicListing))
    .for('no key update', { of: listing })
  if (!found) throw notFound()
  return found
}

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
interface RepeatLead {
  published: ListingWithAgent
  known: Lead
  details: BuyerDetails
  answers: CheckedAnswer[]
  /** Whether the browser held the lead's own key. */
  fromOwnBrowser: boolean
  mayEmailBuyer: boolean
}

/**
 * The form was sent with an email address that is known on this listing. Anyone can type it, so the lead itself stays the same: new
 * text becomes a separate note, and the private link goes to the email address.
 */
async function handleRepeatLead(services: Services, repeat: RepeatLead) {
  const { database, limits, mailer, env } = services
  const { published, known, answers, fromOwnBrowser, mayEmailBuyer } = repeat
  // What is answered in another browser is only a note, like everything else from there.
  const unconfirmed = fromOwnBrowser ? '' : answersAsText(answers)
  const details = { ...repeat.details, note: [repeat.details.note, unconfirmed].filter(Boolean).join('\n\n') }
  const note = findNews(known, await listFurtherNotes(database.db, known.agencyId, [known.id]), details, published)
  const code = published.listing.requiresVerification ? newEmailCode() : undefined
  // Both emails are rendered even if they are not sent, as for a new lead: a faster response would reveal that the address is known.
  const postLink = await preparePrivateLinkEmail(services, database.db, published, known, code)
  const audience = await findNotifiedAgents(database.db, published.listing)
  const written = { body: details.note, phone: null, ...note, fromOwnBrowser }
  const postNotes = await Promise.all(
    listEmailRecipients(services, audience).map(({ isCopy, ...recipient }) =>
      mailer.prepare({
        ...recipient,
        replyTo: known.email,
        about: [known.id],
        ...repeatLeadEmail(env.APP_URL, describeListing(published.listing), known, written, isCopy),
      }),
    ),
  )
  // The owner of the address learns with the code that the access was removed.
  if (known.withdrawnAt && !code) return
  const isLinkDue = mayEmailBuyer && (code || Date.now() - known.createdAt.getTime() > FIRST_EMAIL_DELIVERY_MS)
  const mayEmailAgent =
    note &&
    !known.withdrawnAt &&
    postNotes.length > 0 &&
    (await limits.isWithin(agentEmailsPerListing, known.listingId))
  await database.db.transaction(async (tx) => {
    if (isLinkDue && code) await storeEmailCode(services, tx, known.id, code)
    if (isLinkDue) await postLink(tx)
    if (known.withdrawnAt) return
    if (fromOwnBrowser) await storeAnswers(tx, known.id, answers)
    const isNews = note !== undefined && (await addNote(tx, known, { ...note, fromOwnBrowser }))
    if (isNews && mayEmailAgent) for (const postNote of postNotes) await postNote(tx)
  })
}

/** The part of a note that is new. Nothing if all of it was sent before. */
function findNews(
  known: Lead,
  earlier: NewNote[],
  { note, phone: typed }: Pick<BuyerDetails, 'note' | 'phone'>,
  { listing: { country } }: ListingWithAgent,
): NewNote | undefined {
  const phone = normalisePhone(typed, country)
  const isSaid = note === '' || note === known.note || earlier.some(({ body }) => body === note)
  const isKnownPhone = phone === known.phone || earlier.some((one) => one.phone === phone)
  return isSaid && isKnownPhone ? undefined : { body: isSaid ? '' : note, phone: isKnownPhone ? null : phone }
}
