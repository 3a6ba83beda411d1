import type { EventName } from '#platform/events/events.ts'
import { formatDuration } from '#ui/format/elapsedTime.ts'
import { formatAmount, formatCount } from '#ui/format/format.ts'

/** No events: these are among a lead's steps, and counted by themselves. */
type OtherStep = 'open_home_visit' | 'message_sent' | 'message_opened' | 'message_bounced' | 'message_unsubscribed'

const verbs: Record<EventName | OtherStep, string> = {
  open_home_visit: 'Came to the open home',
  message_sent: 'Was emailed',
  message_opened: 'Opened the message',
  message_bounced: 'The email bounced:',
  message_unsubscribed: 'Unsubscribed after',
  lead_created: 'Left their details',
  listing_view: 'Viewed the listing',
  listing_leave: 'Left the page',
  file_view: 'Opened',
  file_download: 'Downloaded',
  link_click: 'Followed a link',
}

const isKnown = (event: string): event is keyof typeof verbs => event in verbs

/** What was done, up to the name of the document. */
export const eventVerb = (event: string) => (isKnown(event) ? verbs[event] : 'Visited')

export const isDocumentEvent = (event: string) => event === 'file_view' || event === 'file_download'

interface EventDetails {
  fileName: string | null
  seconds?: number | null
  /** How many documents were downloaded as one zip. */
  zippedFiles?: number | null
  /** Of a message. */
  subject?: string
}

/** "Opened LIM report", "Downloaded 7 documents as a zip", "Left the page after 2 min 5 s" */
export function eventText(event: string, { fileName, seconds, zippedFiles, subject }: EventDetails) {
  if (subject) return `${eventVerb(event)} “${subject}”`
  if (zippedFiles) return `${eventVerb(event)} ${formatCount(zippedFiles, 'document')} as a zip`
  if (isDocumentEvent(event)) return `${eventVerb(event)} ${fileName ?? 'a document'}`
  return event === 'listing_leave' && seconds
    ? `${eventVerb(event)} after ${formatDuration(seconds)}`
    : eventVerb(event)
}

/** The plural of each type of event. */
export const eventNouns: Record<EventName, string> = {
  listing_view: 'Views',
  lead_created: 'Leads',
  file_view: 'Document views',
  file_download: 'Downloads',
  link_click: 'Link clicks',
  listing_leave: 'Time on page',
}

interface DocumentsRead {
  openedFiles: number
  downloadedFiles: number
}

/** "Opened 2 documents, downloaded 7", "Downloaded 1 document", "Nothing opened" */
export function openedDocumentsText({ openedFiles, downloadedFiles }: DocumentsRead) {
  if (openedFiles === 0)
    return downloadedFiles === 0 ? 'Nothing opened' : `Downloaded ${formatCount(downloadedFiles, 'document')}`
  const opened = `Opened ${formatCount(openedFiles, 'document')}`
  return downloadedFiles === 0 ? opened : `${opened}, downloaded ${formatAmount(downloadedFiles)}`
}
