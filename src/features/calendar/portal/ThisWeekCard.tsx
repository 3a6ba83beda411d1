import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDateTime } from '#ui/format/dates.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { comingEventsQuery } from '../calendar.functions.ts'
import { eventIcons, eventTitle } from './eventLabels.ts'
import classes from './ThisWeekCard.module.css'

/** The agent's next dates, for the dashboard. Nothing while there are none. */
export function ThisWeekCard() {
  const { data } = useQuery(comingEventsQuery)
  if (!data || data.events.length === 0) return null
  const { events, timeZone } = data
  return (
    <SectionCard
      dense
      title="Next 7 days"
      action={
        <TextLink to="/portal/calendar" fz={13} lh="24px">
          Calendar
        </TextLink>
      }
    >
      <ul className={classes.list}>
        {events.map((event) => {
          const Icon = eventIcons[event.kind]
          const title = <bdi>{eventTitle(event)}</bdi>
          return (
            <li key={event.id} className={classes.row}>
              <Icon {...icon} />
              <div className={classes.text}>
                {event.leadId ? (
                  <Link to="/portal/leads" search={{ lead: event.leadId }} className={classes.link}>
                    {title}
                  </Link>
                ) : (
                  <Link to="/portal/listings/$id" params={{ id: event.listingId }} className={classes.link}>
                    {title}
                  </Link>
                )}
                <span className={classes.quiet}>
                  <bdi>{event.listingTitle}</bdi>
                </span>
              </div>
              <time className={classes.quiet} dateTime={event.startsAt.toISOString()}>
                {shortDateTime(event.startsAt, timeZone)}
              </time>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
