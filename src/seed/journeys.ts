import type { EventName } from '#platform/events/events.ts'
import type { DemoFileRow } from './files.server.ts'
import type { DemoLead } from './leads.ts'
import type { DemoListing } from './listings.ts'
import type { Random } from './random.ts'
import { chooseDocuments } from './reading.ts'
import { busyMoments } from './rhythm.ts'
import { DAY_MS, addMinutes } from './time.ts'
import { type DemoVisitor, demoVisitor } from './visitors.ts'

/** One thing that one visitor did, before it is written as an event. */
export interface VisitStep {
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
export function passingVisit(random: Random, listing: Listing, at: Date): VisitStep[] {
  const step = createSteps(listing, demoVisitor(random), random.hex(8), null)
  return [
    ...viewPage(random, step, at),
    ...(random.chance(0.22) ? viewPage(random, step, addMinutes(at, random.between(8, 90))) : []),
    ...(random.chance(0.08) ? [step('link_click', addMinutes(at, random.between(1, 3)))] : []),
  ]
}

interface BuyerInterest {
  listing: Listing
  documents: DemoFileRow['row'][]
  lead: DemoLead
  now: Date
}

/** A lead: looks, leaves the details, reads at once, and often comes back to read more. */
export function buyerJourney(random: Random, { listing, documents, lead, now }: BuyerInterest): VisitStep[] {
  const visitor = demoVisitor(random)
  const key = random.hex(8)
  const before = createSteps(listing, visitor, key, null)
  const after = createSteps(listing, visitor, key, lead.id)
  const returns = Array.from({ length: random.between(0, 3) }, busyMoments(random, lead.createdAt, now))
  return [
    before('listing_view', addMinutes(lead.createdAt, -random.between(1, 6))),
    after('lead_created', lead.createdAt),
    ...readDocuments(random, after, lead.createdAt, documents),
    ...returns
      .filter((at) => at.getTime() - lead.createdAt.getTime() < 14 * DAY_MS)
      .flatMap((at) => [after('listing_view', at), ...readDocuments(random, after, at, documents)]),
  ]
}

/** Looks at the page for a while. Some browsers do not tell when they leave. */
function viewPage(random: Random, step: ReturnType<typeof createSteps>, at: Date): VisitStep[] {
  const seconds = random.between(8, 400)
  const view = step('listing_view', at)
  return random.chance(0.85) ? [view, step('listing_leave', addMinutes(at, seconds / 60), seconds)] : [view]
}

/** One document after the other, each for as long as it has pages. */
function readDocuments(
  random: Random,
  step: ReturnType<typeof createSteps>,
  from: Date,
  documents: DemoFileRow['row'][],
): VisitStep[] {
  let at = addMinutes(from, 0.5)
  return chooseDocuments(random, documents, random.between(2, 5)).flatMap(({ fileId, minutes, isDownloaded }) => {
    const opened = { ...step('file_view', at), fileId }
    const saved = isDownloaded ? [{ ...step('file_download', addMinutes(at, minutes * 0.8)), fileId }] : []
    at = addMinutes(at, minutes)
    return [opened, ...saved]
  })
}

const createSteps =
  (listing: Listing, visitor: DemoVisitor, visitorKey: string, leadId: string | null) =>
  (event: EventName, at: Date, seconds?: number): VisitStep => ({
    event,
    at,
    visitor,
    visitorKey,
    listingId: listing.id,
    leadId,
    ...(seconds && { seconds }),
  })
