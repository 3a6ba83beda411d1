import { and, eq } from 'drizzle-orm'
import { lead } from '#db/schema/lead.ts'
import type { Services } from '#platform/services.server.ts'
import { askedAgainMail } from './leads.emails.tsx'
import { type BuyerDetails, DEFAULT_NOTE, dialable, MAX_NOTE_LENGTH, wantsLeadMails } from './leads.ts'
import { postPrivateLink } from './postPrivateLink.server.ts'
import type { Home, Lead } from './receiveLead.server.ts'

const mailsPerListing = { name: 'asked_again', points: 5, seconds: 3600 }
/** For so long the first mail is taken to be on its way: a form that is sent twice brings no second one. */
const ON_ITS_WAY = 10 * 60_000

interface Known {
  home: Home
  person: Lead
}

/**
 * A person we know asks again. What they said first stays, because anybody can type anybody's address; what is new is added to
 * the note, and told to the agent. Whoever has lost the mail with the link gets it again.
 */
export async function hearAgain(services: Services, known: Known, details: BuyerDetails, mayMailBuyer: boolean) {
  const { database, limits, mailer, env } = services
  const { home, person } = known
  const news = newsFrom(person, details)
  const linkIsDue = mayMailBuyer && Date.now() - person.createdAt.getTime() > ON_ITS_WAY
  if (!news && !linkIsDue) return
  const tells = news && wantsLeadMails(home.muted) && (await limits.isWithin(mailsPerListing, person.listingId))
  await database.db.transaction(async (tx) => {
    if (linkIsDue) await postPrivateLink(services, tx, home, person)
    if (!news) return
    const written = await tx
      .update(lead)
      .set({ note: withNews(person.note, news) })
      .where(and(eq(lead.id, person.id), eq(lead.note, person.note)))
      .returning({ id: lead.id })
    if (written.length === 0 || !tells) return
    const mail = askedAgainMail(env.APP_URL, home.listing.title, person, news)
    await mailer.post(tx, { to: home.agent.email, replyTo: person.email, about: [person.id], ...mail })
  })
}

function newsFrom({ phone: knownPhone, note: knownNote }: Lead, { phone: typed, note }: BuyerDetails) {
  const phone = dialable(typed)
  const news = [
    note !== DEFAULT_NOTE && !knownNote.includes(note) && note,
    phone !== knownPhone && !knownNote.includes(phone) && `Another phone number: ${phone}`,
  ]
  return news.filter(Boolean).join('\n')
}

/** The oldest words make room when all of them are too long for the form in which the buyer may correct them. */
function withNews(note: string, news: string) {
  const addition = `\n\nAsked again: ${news}`.slice(0, MAX_NOTE_LENGTH)
  return note.slice(0, MAX_NOTE_LENGTH - addition.length) + addition
}
