import type { DescribedFacts } from '../facts/describeFacts.ts'
import classes from './ListingFacts.module.css'

/** Above everything else that is said about the property. */
export const StatusBadge = ({ isUnderOffer }: Pick<DescribedFacts, 'isUnderOffer'>) =>
  isUnderOffer && <p className={classes.status}>Under offer</p>

/** How it is sold, and what it has. */
export const FactsSummary = ({ sale, saleHasTime, property, ...zone }: DescribedFacts) => (
  <>
    {sale && (
      <p className={classes.sale}>
        {sale}
        {saleHasTime && <ZoneNote {...zone} />}
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

/** Shown once the page's script finds that the reader's clock differs from the property's. */
const ZoneNote = ({ timeZone, zoneName }: Pick<DescribedFacts, 'timeZone' | 'zoneName'>) => (
  <span data-time-zone={timeZone} className={classes.zone}>
    {` (${zoneName})`}
  </span>
)

/** When the property can be visited and when it is sold, each for the buyer's calendar. */
export function VisitTimes({ visits: { heading, coming, subscribeLink, notes, past }, ...zone }: DescribedFacts) {
  if (coming.length + notes.length + past.length === 0) return null
  return (
    <section className={classes.visits} aria-labelledby="visits">
      <h2 id="visits">{heading}</h2>
      <ul className={classes.times}>
        {coming.map(({ id, text, note, calendarLink, googleLink }) => (
          <li key={id}>
            <span>
              {text}
              <ZoneNote {...zone} />
              {note && <span className={classes.note}>{note}</span>}
            </span>
            <span className={classes.calendars}>
              <a href={calendarLink} className={classes.calendar}>
                Add to calendar
              </a>
              <a href={googleLink} target="_blank" rel="noreferrer" className={classes.calendar}>
                Google
              </a>
            </span>
          </li>
        ))}
      </ul>
      {coming.length > 0 && (
        <p className={classes.subscribe}>
          <a href={subscribeLink} className={classes.calendar}>
            Keep my calendar up to date
          </a>{' '}
          <span>Adds these dates, and changes them when the agent does.</span>
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {past.length > 0 && (
        <details className={classes.past}>
          <summary>{past.length === 1 ? '1 past open home' : `${past.length} past open homes`}</summary>
          <ul>
            {past.map((time) => (
              <li key={time}>{time}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
