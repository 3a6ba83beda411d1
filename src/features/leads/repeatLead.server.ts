import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { leadNote } from '#db/schema/leadNote.ts'
import { normalisePhone } from '#platform/phone.server.ts'
import type { Services } from '#platform/services.server.ts'
import { repeatLeadEmail } from './leads.emails.tsx'
import { type BuyerDetails, wantsLeadEmails } from './leads.ts'
import { preparePrivateLinkEmail } from './postPrivateLink.server.ts'
import type { ListingWithAgent, Lead } from './receiveLead.server.ts'

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
export async function handleRepeatLead(
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
