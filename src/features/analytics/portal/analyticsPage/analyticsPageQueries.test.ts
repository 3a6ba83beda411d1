import { expect, test } from 'vitest'
import type { LoggedEvent } from '../../analytics.schema.ts'
import { findNewEvents, listLoadedEvents, prependEvents } from './analyticsPageQueries.ts'

const unknown = {
  ...{ listingId: null, listingTitle: null, leadId: null, leadName: null, fileId: null, fileName: null, seconds: null },
  ...{ country: null, region: null, city: null, device: null, os: null, browser: null, referrerHostname: null },
  ...{ channelKind: null, channelName: null, utmSource: null, utmMedium: null, utmCampaign: null },
}
const seen = (minute: number, event = 'listing_view'): LoggedEvent => ({
  ...unknown,
  id: `event_${minute}`,
  event,
  at: new Date(minute * 60_000),
})
const log = {
  pages: [
    { events: [seen(5), seen(3)], next: 'more' },
    { events: [seen(1)], next: null },
  ],
  pageParams: [],
}
const minutes = (events: LoggedEvent[]) => events.map(({ at }) => at.getTime() / 60_000)

test('events of the shown kind that are not in the log yet are found', () => {
  const latest = [seen(7, 'file_view'), seen(6), seen(5), seen(4)]

  expect(minutes(findNewEvents(log, latest, ''))).toEqual([7, 6, 4])
  expect(minutes(findNewEvents(log, latest, 'file_view'))).toEqual([7])
})

test('new events are added in the order of their time, and the rest stays', () => {
  const longer = prependEvents(log, [seen(7), seen(4)])

  expect(minutes(listLoadedEvents(longer))).toEqual([7, 5, 4, 3, 1])
  expect(longer.pages[0]?.next).toBe('more')
})
