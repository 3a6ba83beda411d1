import type { EventName } from '#platform/events/events.ts'
import { lasting } from '../lasting.ts'

const verbs: Record<EventName, string> = {
  lead_created: 'Left their details',
  listing_view: 'Viewed the listing',
  listing_leave: 'Left the page',
  file_view: 'Opened',
  file_download: 'Downloaded',
  link_click: 'Followed a link',
}

const isKnown = (event: string): event is EventName => event in verbs

/** What somebody did, up to the name of the document. */
export const verbFor = (event: string) => (isKnown(event) ? verbs[event] : 'Visited')

export const isAboutDocument = (event: string) => event === 'file_view' || event === 'file_download'

interface About {
  fileName: string | null
  seconds?: number | null
}

/** "Opened LIM report", "Left the page after 2 min 5 s" */
export function wordsFor(event: string, { fileName, seconds }: About) {
  if (isAboutDocument(event)) return `${verbFor(event)} ${fileName ?? 'a document'}`
  return event === 'listing_leave' && seconds ? `${verbFor(event)} after ${lasting(seconds)}` : verbFor(event)
}

/** What many of one kind are called. */
export const eventNouns: Record<EventName, string> = {
  listing_view: 'Views',
  lead_created: 'Leads',
  file_view: 'Document views',
  file_download: 'Downloads',
  link_click: 'Link clicks',
  listing_leave: 'Time on page',
}
