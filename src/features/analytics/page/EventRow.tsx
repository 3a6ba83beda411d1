import { Link } from '@tanstack/react-router'
import { EventIcon } from '#ui/events/EventIcon.tsx'
import { isAboutDocument, verbFor, wordsFor } from '#ui/events/eventWords.ts'
import { writtenDate } from '#ui/formats.ts'
import type { LoggedEvent } from '../analytics.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import classes from './EventTable.module.css'
import { machineName, referrerKey, referrerName } from './names.ts'
import { isUnknown, placeAround, placeName } from './placeWords.ts'

interface EventRowProps {
  event: LoggedEvent
  wish: AnalyticsWish
  timeZone: string
  isNew: boolean
}

export function EventRow({ event, wish, timeZone, isNew }: EventRowProps) {
  const { listingId, listingTitle, leadId, leadName, device, browser, at } = event
  const place = { country: event.country ?? '', region: event.region ?? '', city: event.city ?? '' }
  return (
    <tr className={classes.row} data-new={isNew || undefined}>
      <td className={classes.when}>
        {/* The server's letters and the browser's may differ by a space. */}
        <time dateTime={at.toISOString()} suppressHydrationWarning>
          {shortMoment(at, timeZone)}
        </time>
      </td>
      <td className={classes.what}>
        <EventIcon event={event.event} />
        <span>
          <What event={event} wish={wish} />
        </span>
      </td>
      <td className={classes.buyer}>
        {leadId && <WishLink wish={{ ...wish, leadId }}>{leadName || 'A buyer'}</WishLink>}
      </td>
      <td className={classes.listing}>
        {listingId && <WishLink wish={{ ...wish, listingId }}>{listingTitle ?? 'A listing'}</WishLink>}
      </td>
      <td className={classes.where} title={placeAround(place) || undefined}>
        {isUnknown(place) ? '' : placeName(place)}
      </td>
      <td className={classes.machine}>{[device && machineName(device), browser].filter(Boolean).join(' · ')}</td>
      <td className={classes.from}>
        {event.event === 'listing_view' && referrerName(referrerKey(event.referrerHostname ?? ''))}
      </td>
    </tr>
  )
}

function What({ event, wish }: Pick<EventRowProps, 'event' | 'wish'>) {
  const { event: name, fileId, fileName } = event
  if (!isAboutDocument(name) || !fileId) return wordsFor(name, event)
  return (
    <>
      {verbFor(name)} <WishLink wish={{ ...wish, fileId }}>{fileName ?? 'a document'}</WishLink>
    </>
  )
}

const exactly = { exact: true }

const WishLink = ({ wish, children }: { wish: AnalyticsWish; children: string }) => (
  <Link
    to="/portal/analytics"
    search={wish}
    preload={false}
    activeOptions={exactly}
    className={classes.link}
    title={children}
  >
    <bdi>{children}</bdi>
  </Link>
)

/** "15 Nov, 2:32 pm" */
const shortMoment = (moment: Date, timeZone: string) =>
  writtenDate(moment, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone })
