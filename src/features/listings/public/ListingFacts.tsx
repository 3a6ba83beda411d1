import { addressLine } from '../facts/address.ts'
import type { StoredOpenHome } from '../facts/facts.schema.ts'
import { openHomeTime, propertyFacts, saleDateNames, saleLine, saleMoment, zoneName } from '../facts/factTexts.ts'
import type { PublicFacts, PublicListing } from '../listings.schema.ts'
import classes from './ListingFacts.module.css'

/** Under the title: where it is, how it is sold, and what it has. */
export function FactsSummary({ listing }: { listing: Pick<PublicListing, 'title' | 'facts'> }) {
  const { facts, title } = listing
  const address = addressLine(facts)
  const sale = saleLine(facts, facts.timeZone)
  const property = propertyFacts(facts)
  return (
    <>
      {facts.status === 'under_offer' && <p className={classes.status}>Under offer</p>}
      {address && !title.startsWith(address) && <p className={classes.address}>{address}</p>}
      {sale && (
        <p className={classes.sale}>
          {sale}
          {facts.saleAt && <ZoneNote timeZone={facts.timeZone} />}
        </p>
      )}
      {property.length > 0 && (
        <dl className={classes.facts}>
          {property.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Shown once the page's script finds that the reader's clock differs from the property's. */
const ZoneNote = ({ timeZone }: { timeZone: string }) => (
  <span data-time-zone={timeZone} className={classes.zone}>
    {` (${zoneName(timeZone)})`}
  </span>
)

interface VisitTimesProps {
  listing: Pick<PublicListing, 'title' | 'slug' | 'facts'>
}

/** When the property can be visited and when it is sold, each for the buyer's calendar. */
export function VisitTimes({ listing }: VisitTimesProps) {
  const { facts, slug } = listing
  const { openHomes, isShownByAppointment, saleAt, saleMethod, timeZone, shownAt } = facts
  const coming = openHomes.filter(({ endsAt }) => endsAt > shownAt)
  const past = openHomes.filter(({ endsAt }) => endsAt <= shownAt)
  const saleName = saleMethod && saleDateNames[saleMethod]
  const saleIsComing = saleAt !== null && saleAt > shownAt && saleName
  if (openHomes.length === 0 && !isShownByAppointment && !saleIsComing) return null
  return (
    <section className={classes.visits} aria-labelledby="visits">
      <h2 id="visits">{openHomes.length > 0 || isShownByAppointment ? 'Open homes' : 'Dates'}</h2>
      {coming.length > 0 && (
        <ul className={classes.times}>
          {coming.map((openHome) => (
            <OpenHomeItem key={openHome.id} openHome={openHome} listing={listing} />
          ))}
        </ul>
      )}
      {coming.length === 0 && openHomes.length > 0 && !isShownByAppointment && <p>No open homes are planned.</p>}
      {isShownByAppointment && (
        <p>{openHomes.length > 0 ? 'Also by appointment.' : 'By appointment.'} Call the agent.</p>
      )}
      {saleIsComing && (
        <ul className={classes.times}>
          <li>
            <span>
              {saleName}: {saleMoment(saleAt, timeZone)}
              <ZoneNote timeZone={timeZone} />
            </span>
            <a href={`/listings/${slug}/calendar/sale.ics`} className={classes.calendar}>
              Add to calendar
            </a>
          </li>
        </ul>
      )}
      {past.length > 0 && (
        <details className={classes.past}>
          <summary>{past.length === 1 ? '1 past open home' : `${past.length} past open homes`}</summary>
          <ul>
            {past.map((openHome) => (
              <li key={openHome.id}>{openHomeTime(openHome, timeZone)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface OpenHomeItemProps {
  openHome: StoredOpenHome
  listing: VisitTimesProps['listing']
}

function OpenHomeItem({ openHome, listing: { title, slug, facts } }: OpenHomeItemProps) {
  const { id, note } = openHome
  return (
    <li>
      <span>
        {openHomeTime(openHome, facts.timeZone)}
        <ZoneNote timeZone={facts.timeZone} />
        {note && <span className={classes.note}>{note}</span>}
      </span>
      <span className={classes.calendars}>
        <a href={`/listings/${slug}/calendar/${id}.ics`} className={classes.calendar}>
          Add to calendar
        </a>
        <a
          href={googleCalendarLink(openHome, title, facts)}
          target="_blank"
          rel="noreferrer"
          className={classes.calendar}
        >
          Google
        </a>
      </span>
    </li>
  )
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
