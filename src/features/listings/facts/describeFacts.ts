import { HOUR_MS } from '#values/time.ts'
import type { PublicFacts, PublicListing } from '../listings.schema.ts'
import { addressBelowTitle, addressLine } from './address.ts'
import type { SaleFacts, StoredOpenHome } from './facts.schema.ts'
import { openHomeTime, propertyFacts, saleDateNames, saleLine, saleMoment, zoneName } from './factTexts.ts'

export type DescribedFacts = ReturnType<typeof describeFacts>

/** The facts in words. Not made in a buyer's browser, which would have to load what words and dates are made with. */
export function describeFacts({ title, slug, facts }: Pick<PublicListing, 'title' | 'slug' | 'facts'>, appUrl: string) {
  const { openHomes, isShownByAppointment, saleAt, timeZone, shownAt } = facts
  const sale = findSaleEvent(facts)
  const calendar = `/listings/${slug}/calendar`
  const comingHomes = openHomes
    .filter(({ endsAt }) => endsAt > shownAt)
    .map((one) => describeOpenHome(one, title, facts))
  const comingSale =
    sale && sale.at > shownAt
      ? [
          {
            id: 'sale',
            text: `${sale.name}: ${saleMoment(sale.at, facts)}`,
            note: '',
            googleLink: googleCalendarLink(`${sale.name}: ${title}`, sale, title, facts),
          },
        ]
      : []
  return {
    isUnderOffer: facts.status === 'under_offer',
    address: addressBelowTitle(title, facts),
    sale: saleLine(facts, facts),
    saleHasTime: saleAt !== null,
    property: propertyFacts(facts).map(({ name, value }) => ({ name, value })),
    visits: {
      heading: openHomes.length > 0 || isShownByAppointment ? 'Open homes' : 'Dates',
      coming: [...comingHomes, ...comingSale].map((one) => ({ ...one, calendarLink: `${calendar}/${one.id}.ics` })),
      /** Phones open this scheme in their calendar, which reads the dates again by itself. */
      subscribeLink: `${appUrl.replace(/^https?:/, 'webcal:')}${calendar}.ics`,
      notes: [
        ...(openHomes.length > 0 && comingHomes.length === 0 && !isShownByAppointment
          ? ['No open homes are planned.']
          : []),
        ...(isShownByAppointment ? [`${openHomes.length > 0 ? 'Also by' : 'By'} appointment. Call the agent.`] : []),
      ],
      past: openHomes.filter(({ endsAt }) => endsAt <= shownAt).map((one) => openHomeTime(one, facts)),
    },
    timeZone,
    zoneName: zoneName(timeZone),
  }
}

function describeOpenHome(openHome: StoredOpenHome, title: string, facts: PublicFacts) {
  const { id, note } = openHome
  return {
    id,
    text: openHomeTime(openHome, facts),
    note,
    googleLink: googleCalendarLink(`Open home: ${title}`, openHome, title, facts),
  }
}

const HALF_HOUR_MS = 30 * 60_000

/** The auction, tender or deadline as an entry in a calendar. Nothing without a date. */
export function findSaleEvent({ saleMethod, saleAt }: Pick<SaleFacts, 'saleMethod'> & { saleAt: Date | null }) {
  const name = saleMethod && saleDateNames[saleMethod]
  if (!saleAt || !name) return undefined
  // An auction takes a while; a deadline is a moment, which is the end of the entry.
  const isAuction = saleMethod === 'auction'
  return {
    name,
    at: saleAt,
    startsAt: isAuction ? saleAt : new Date(saleAt.getTime() - HALF_HOUR_MS),
    endsAt: isAuction ? new Date(saleAt.getTime() + HOUR_MS) : saleAt,
  }
}

/** "20261206T010000Z". */
const compactUtc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')

interface CalendarTimes {
  startsAt: Date
  endsAt: Date
  note?: string
}

function googleCalendarLink(
  summary: string,
  { startsAt, endsAt, note }: CalendarTimes,
  title: string,
  facts: PublicFacts,
) {
  const link = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  link.searchParams.set('text', summary)
  link.searchParams.set('dates', `${compactUtc(startsAt)}/${compactUtc(endsAt)}`)
  link.searchParams.set('location', addressLine(facts) || title)
  if (note) link.searchParams.set('details', note)
  return link.href
}
