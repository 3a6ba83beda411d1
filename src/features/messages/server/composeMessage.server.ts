import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { profile, type user } from '#db/schema/accounts.ts'
import { isOfListing, type listing, openHome } from '#db/schema/listings.ts'
import { fillPlaces } from '#features/leads/messagePlaces.ts'
import { describeForStranger } from '#features/leads/server/privateLink/prepareBuyerEmails.server.ts'
import { placeValues } from '#features/leads/server/sentMessages.server.ts'
import { listingTimeZone } from '#features/listings/facts/address.ts'
import { hasPrice, openHomeTime, saleDateNames, saleLine, saleMoment } from '#features/listings/facts/factTexts.ts'
import { CALENDAR_TYPE, calendarFile, findCalendarEntry } from '#features/listings/server/calendarEntries.server.ts'
import { renderEmail } from '#platform/mail/mailer.server.ts'
import { buyerMessageEmail } from '../messages.emails.tsx'
import type { SuggestMessageInput } from '../messages.schema.ts'
import { suggestedTexts } from '../messageTexts.ts'

type Listing = typeof listing.$inferSelect
type ListingAgent = typeof user.$inferSelect

interface Composed {
  draft: { subject: string; body: string; calendarEntry?: string | null }
  listing: Listing
  agent: ListingAgent
  /** As they typed it. */
  firstName: string
  link: string
  unsubscribeUrl?: string
}

/** The email as one buyer gets it: the same for the preview, the test and the sending. */
export async function composeMessage(
  db: Db,
  appUrl: string,
  { draft, listing: about, agent, firstName, link, unsubscribeUrl }: Composed,
) {
  const shared = await describeForStranger(db, appUrl, about)
  const values = placeValues({ listing: about, agent, firstName })
  const entry = draft.calendarEntry ? await findCalendarEntry(db, appUrl, about, draft.calendarEntry) : undefined
  const { subject, body } = buyerMessageEmail(link, shared, {
    subject: fillPlaces(draft.subject, values),
    body: fillPlaces(draft.body, values),
    calendarNote: entry ? CALENDAR_NOTE : '',
    button: about.status === 'sold' || about.status === 'withdrawn' ? 'See your details' : 'Open the documents',
  })
  const attachments = entry && [
    {
      filename: `${about.slug}.ics`,
      contentType: `${CALENDAR_TYPE}; method=PUBLISH`,
      content: calendarFile(appUrl, [entry]),
    },
  ]
  return { subject, body: { ...(await renderEmail(body, unsubscribeUrl)), attachments } }
}

const CALENDAR_NOTE = 'The time is attached for your calendar. If you already have an entry, it replaces that one.'

/** A text to begin with. The facts are in it, so that the agent reads what buyers will. */
export async function composeSuggestion(
  db: Db,
  about: Listing,
  { kind, saleAt = about.saleAt ?? undefined, openHomeId, ...prices }: SuggestMessageInput,
) {
  const place = { country: about.country, timeZone: await readTimeZone(db, about) }
  const [home] = await db
    .select()
    .from(openHome)
    .where(
      and(
        isOfListing(openHome, about),
        isNull(openHome.cancelledAt),
        openHomeId ? eq(openHome.id, openHomeId) : gt(openHome.endsAt, now),
      ),
    )
    .orderBy(asc(openHome.startsAt))
    .limit(1)
  const texts = suggestedTexts[kind]({
    saleMoment: saleAt && saleMoment(saleAt, place),
    saleName: (about.saleMethod && saleDateNames[about.saleMethod]) ?? undefined,
    price: shownPrice({ ...about, ...definedPrices(prices) }, place),
    openHome: home && openHomeTime(home, place),
    // One that was asked for by its id and has changed since it was added.
    isOpenHomeMoved: openHomeId !== undefined && (home?.sequence ?? 0) > 0,
  })
  const isOfSale = kind === 'auction_brought_forward' || kind === 'offer_deadline'
  const entry = kind === 'open_home' ? home?.id : isOfSale && saleAt ? 'sale' : undefined
  return { kind, ...texts, calendarEntry: entry ?? null }
}

/** Undefined where buyers see no price, but how it is sold: "Auction". */
const shownPrice = (about: Parameters<typeof saleLine>[0], place: Parameters<typeof saleLine>[1]) =>
  about.priceText || (about.price && hasPrice(about.saleMethod))
    ? saleLine({ ...about, saleAt: null }, place)
    : undefined

/** A price that is left out stays. */
const definedPrices = ({ price, priceText }: Pick<SuggestMessageInput, 'price' | 'priceText'>) => ({
  ...(price !== undefined && { price }),
  ...(priceText !== undefined && { priceText }),
})

async function readTimeZone(db: Db, about: Listing) {
  const [settings] = await db
    .select({ timeZone: profile.timeZone })
    .from(profile)
    .where(eq(profile.userId, about.userId))
  return listingTimeZone(about, settings?.timeZone ?? null)
}
