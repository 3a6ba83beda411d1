import type { PublicFacts, PublicListing } from '../listings.schema.ts'
import { addressLine, localityLine, streetLine } from './address.ts'
import type { StoredOpenHome } from './facts.schema.ts'
import { openHomeTime, propertyFacts, saleDateNames, saleLine, saleMoment, zoneName } from './factTexts.ts'

export type DescribedFacts = ReturnType<typeof describeFacts>

/** The facts in words. Not made in a buyer's browser, which would have to load what words and dates are made with. */
export function describeFacts({ title, slug, facts }: Pick<PublicListing, 'title' | 'slug' | 'facts'>) {
  const { openHomes, isShownByAppointment, saleAt, saleMethod, timeZone, shownAt } = facts
  const street = streetLine(facts)
  const saleName = saleMethod && saleDateNames[saleMethod]
  const calendar = `/listings/${slug}/calendar`
  const comingHomes = openHomes
    .filter(({ endsAt }) => endsAt > shownAt)
    .map((one) => describeOpenHome(one, title, facts))
  const comingSale =
    saleAt && saleName && saleAt > shownAt
      ? [{ id: 'sale', text: `${saleName}: ${saleMoment(saleAt, timeZone)}`, note: '', googleLink: null }]
      : []
  return {
    isUnderOffer: facts.status === 'under_offer',
    /** Without repeating a title that says the street. */
    address: street && title.includes(street) ? localityLine(facts) : addressLine(facts),
    sale: saleLine(facts, timeZone),
    saleHasTime: saleAt !== null,
    property: propertyFacts(facts).map(({ name, value }) => ({ name, value })),
    visits: {
      heading: openHomes.length > 0 || isShownByAppointment ? 'Open homes' : 'Dates',
      coming: [...comingHomes, ...comingSale].map((one) => ({ ...one, calendarLink: `${calendar}/${one.id}.ics` })),
      notes: [
        ...(openHomes.length > 0 && comingHomes.length === 0 && !isShownByAppointment
          ? ['No open homes are planned.']
          : []),
        ...(isShownByAppointment ? [`${openHomes.length > 0 ? 'Also by' : 'By'} appointment. Call the agent.`] : []),
      ],
      past: openHomes.filter(({ endsAt }) => endsAt <= shownAt).map((one) => openHomeTime(one, timeZone)),
    },
    timeZone,
    zoneName: zoneName(timeZone),
  }
}

function describeOpenHome(openHome: StoredOpenHome, title: string, facts: PublicFacts) {
  const { id, note } = openHome
  return {
    id,
    text: openHomeTime(openHome, facts.timeZone),
    note,
    googleLink: googleCalendarLink(openHome, title, facts),
  }
}

/** "20261206T010000Z". */
const compactUtc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')

function googleCalendarLink({ startsAt, endsAt, note }: StoredOpenHome, title: string, facts: PublicFacts) {
  const link = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  link.searchParams.set('text', `Open home: ${title}`)
  link.searchParams.set('dates', `${compactUtc(startsAt)}/${compactUtc(endsAt)}`)
  link.searchParams.set('location', addressLine(facts) || title)
  if (note) link.searchParams.set('details', note)
  return link.href
}
