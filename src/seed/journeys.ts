import type { EventName } from '#platform/events/events.ts'
import type { DemoFileRow } from './files.server.ts'
import type { DemoLead } from './leads.ts'
import type { DemoListing } from './listings.ts'
import type { Random } from './random.ts'
import { readingOf } from './reading.ts'
import { busyMoments } from './rhythm.ts'
import { DAY, later } from './time.ts'
import { type DemoVisitor, demoVisitor } from './visitors.ts'

/** One thing that one visitor did, before it is written as an event. */
export interface Step {
  event: EventName
  at: Date
  visitor: DemoVisitor
  /** Tells visitors apart within the demo; only its daily hash is stored. */
  visitorKey: string
  listingId: string
  leadId: string | null
  /** The document that was opened or saved. */
  fileId?: string
  /** How long the page was looked at, when it is left. */
  seconds?: number
}

type Listing = DemoListing['row']

/** Somebody looks, perhaps twice, perhaps follows a link, and leaves no name. */
export function passingVisit(random: Random, listing: Listing, at: Date): Step[] {
  const step = stepsOf(listing, demoVisitor(random), random.hex(8), null)
  return [
    ...look(random, step, at),
    ...(random.chance(0.22) ? look(random, step, later(at, random.between(8, 90))) : []),
    ...(random.chance(0.08) ? [step('link_click', later(at, random.between(1, 3)))] : []),
  ]
}

interface Interest {
  listing: Listing
  documents: DemoFileRow['row'][]
  lead: DemoLead
  now: Date
}

/** A lead: looks, leaves the details, reads at once, and often comes back to read more. */
export function buyerJourney(random: Random, { listing, documents, lead, now }: Interest): Step[] {
  const visitor = demoVisitor(random)
  const key = random.hex(8)
  const before = stepsOf(listing, visitor, key, null)
  const after = stepsOf(listing, visitor, key, lead.id)
  const returns = Array.from({ length: random.between(0, 3) }, busyMoments(random, lead.createdAt, now))
  return [
    before('listing_view', later(lead.createdAt, -random.between(1, 6))),
    after('lead_created', lead.createdAt),
    ...reading(random, after, lead.createdAt, documents),
    ...returns
      .filter((at) => at.getTime() - lead.createdAt.getTime() < 14 * DAY)
      .flatMap((at) => [after('listing_view', at), ...reading(random, after, at, documents)]),
  ]
}

/** Looks at the page for a while. Some browsers do not tell when they leave. */
function look(random: Random, step: ReturnType<typeof stepsOf>, at: Date): Step[] {
  const seconds = random.between(8, 400)
  const view = step('listing_view', at)
  return random.chance(0.85) ? [view, step('listing_leave', later(at, seconds / 60), seconds)] : [view]
}

/** One document after the other, each for as long as it has pages. */
function reading(
  random: Random,
  step: ReturnType<typeof stepsOf>,
  from: Date,
  documents: DemoFileRow['row'][],
): Step[] {
  let at = later(from, 0.5)
  return readingOf(random, documents, random.between(2, 5)).flatMap(({ fileId, minutes, isDownloaded }) => {
    const opened = { ...step('file_view', at), fileId }
    const saved = isDownloaded ? [{ ...step('file_download', later(at, minutes * 0.8)), fileId }] : []
    at = later(at, minutes)
    return [opened, ...saved]
  })
}

const stepsOf =
  (listing: Listing, visitor: DemoVisitor, visitorKey: string, leadId: string | null) =>
  (event: EventName, at: Date, seconds?: number): Step => ({
    event,
    at,
    visitor,
    visitorKey,
    listingId: listing.id,
    leadId,
    ...(seconds && { seconds }),
  })
