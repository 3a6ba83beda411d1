import type { EventName } from '#platform/events/events.ts'
import type { EventSource } from '#platform/events/recordEvents.server.ts'
import { DAY_MS } from '#values/time.ts'
import { chooseChannel, type DemoChannel, demoVisitSource } from './demoChannels.ts'
import type { DemoFileWithSource } from './demoFiles.server.ts'
import type { DemoLead } from './demoLeads.ts'
import type { DemoListing } from './demoListings.ts'
import { addMinutes, localDay, randomVisitTimes } from './demoTime.ts'
import { createRandom, type Random } from './seededRandom.ts'

interface DemoData {
  now: Date
  /** The host of APP_URL. */
  hostname: string
  listings: DemoListing[]
  channels: DemoChannel[]
  files: DemoFileWithSource[]
  leads: DemoLead[]
}

/** All events of the demo's visitors, oldest first. */
export function demoEvents(random: Random, { now, hostname, listings, channels, files, leads }: DemoData) {
  const channelRandom = createRandom(2_026)
  const steps = listings.flatMap(({ row, visits }) => {
    const nextMoment = randomVisitTimes(random, row.publishedAt, now)
    const documents = files.map((one) => one.row).filter((one) => one.listingId === row.id && one.type === 'file')
    return [
      ...Array.from({ length: visits }, () =>
        passingVisit(random, row, nextMoment(), chooseChannel(channelRandom, channels, row.id)),
      ).flat(),
      ...leads
        .filter((lead) => lead.listingId === row.id)
        .flatMap((lead) =>
          buyerVisits(random, {
            listing: row,
            documents,
            lead,
            channel: channels.find(({ id }) => id === lead.channelId),
            now,
          }),
        ),
    ]
  })
  const hashes = new Map<string, string>()

  return steps
    .filter(({ at }) => at < now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, visitor, visitorKey, ...step }: VisitStep) => {
      const hash = getOrCreate(hashes, `${visitorKey} ${localDay(at)}`, () => random.hex(64))
      return { ...step, ...visitor, hash, hostname, createdAt: at }
    })
}

function getOrCreate<K, V>(memory: Map<K, V>, key: K, make: () => V): V {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}

/** One thing that one visitor did, before it is written as an event. */
interface VisitStep {
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

/** An anonymous visit: one or two views, perhaps a click on a link. */
function passingVisit(random: Random, listing: Listing, at: Date, channel: DemoChannel | undefined): VisitStep[] {
  const visitor = { ...demoVisitor(random), ...demoVisitSource(channel) }
  const step = createSteps(listing, visitor, random.hex(8), null)
  return [
    ...viewPage(random, step, at),
    ...(random.chance(0.22) ? viewPage(random, step, addMinutes(at, random.between(8, 90))) : []),
    ...(random.chance(0.08) ? [step('link_click', addMinutes(at, random.between(1, 3)))] : []),
  ]
}

interface BuyerInterest {
  listing: Listing
  documents: DemoFileWithSource['row'][]
  lead: DemoLead
  /** The link by which they first came. They return by the one in our email. */
  channel: DemoChannel | undefined
  now: Date
}

/** A buyer views the page, leaves their details, reads documents, and often returns to read more. */
function buyerVisits(random: Random, { listing, documents, lead, channel, now }: BuyerInterest): VisitStep[] {
  const visitor = demoVisitor(random)
  const newcomer = { ...visitor, ...demoVisitSource(channel) }
  const key = random.hex(8)
  const before = createSteps(listing, newcomer, key, null)
  const asking = createSteps(listing, newcomer, key, lead.id)
  const after = createSteps(listing, visitor, key, lead.id)
  const returns = Array.from({ length: random.between(0, 3) }, randomVisitTimes(random, lead.createdAt, now))
  return [
    before('listing_view', addMinutes(lead.createdAt, -random.between(1, 6))),
    asking('lead_created', lead.createdAt),
    ...readDocuments(random, after, lead.createdAt, documents),
    ...returns
      .filter((at) => at.getTime() - lead.createdAt.getTime() < 14 * DAY_MS)
      .flatMap((at) => [after('listing_view', at), ...readDocuments(random, after, at, documents)]),
  ]
}

/** Views the page for a while. Some browsers do not report leaving. */
function viewPage(random: Random, step: ReturnType<typeof createSteps>, at: Date): VisitStep[] {
  const seconds = random.between(8, 400)
  const view = step('listing_view', at)
  return random.chance(0.85) ? [view, step('listing_leave', addMinutes(at, seconds / 60), seconds)] : [view]
}

/** Opens documents one after another, longer ones for longer. */
function readDocuments(
  random: Random,
  step: ReturnType<typeof createSteps>,
  from: Date,
  documents: DemoFileWithSource['row'][],
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

type Document = DemoFileWithSource['row']

/** How likely each type of document is to be read first. */
const INTEREST: Record<string, number> = {
  building_report: 10,
  lim: 9,
  floor_plan: 7,
  title: 5,
  agreement: 4,
  rates: 3,
  rental_appraisal: 3,
  other: 3,
}

export interface ReadDocument {
  fileId: string
  /** Minutes until the next one is opened. */
  minutes: number
  isDownloaded: boolean
}

/** Chooses documents by interest, each once; long ones are downloaded, unless they are view only. */
function chooseDocuments(random: Random, documents: Document[], maxCount: number): ReadDocument[] {
  const left = [...documents]
  return Array.from({ length: Math.min(maxCount, documents.length) }, () => {
    const chosen = random.weighted(left.map((one) => [one, INTEREST[one.kind ?? 'other'] ?? 1] as const))
    left.splice(left.indexOf(chosen), 1)
    const pages = chosen.pageCount ?? 1
    return {
      fileId: chosen.id,
      minutes: 1 + Math.min(12, pages / 4) * (0.4 + random.next()),
      isDownloaded: random.chance(pages > 20 ? 0.5 : 0.15) && !chosen.isViewOnly,
    }
  })
}

const machines: [{ device: string; os: string; browser: string }, number][] = [
  [{ device: 'mobile', os: 'iOS', browser: 'Safari' }, 40],
  [{ device: 'mobile', os: 'Android', browser: 'Chrome' }, 22],
  [{ device: 'mobile', os: 'Android', browser: 'Samsung Internet' }, 6],
  [{ device: 'desktop', os: 'Windows', browser: 'Chrome' }, 12],
  [{ device: 'desktop', os: 'Windows', browser: 'Edge' }, 6],
  [{ device: 'desktop', os: 'macOS', browser: 'Safari' }, 6],
  [{ device: 'desktop', os: 'macOS', browser: 'Chrome' }, 5],
  [{ device: 'tablet', os: 'iOS', browser: 'Safari' }, 3],
]

const places: [{ country: string; region: string; city: string }, number][] = [
  [{ country: 'NZ', region: 'Auckland', city: 'Auckland' }, 36],
  [{ country: 'NZ', region: 'Wellington', city: 'Wellington' }, 24],
  [{ country: 'NZ', region: 'Canterbury', city: 'Christchurch' }, 9],
  [{ country: 'NZ', region: "Hawke's Bay", city: 'Hastings' }, 7],
  [{ country: 'NZ', region: 'Waikato', city: 'Hamilton' }, 6],
  [{ country: 'NZ', region: 'Bay of Plenty', city: 'Tauranga' }, 5],
  [{ country: 'NZ', region: 'Otago', city: 'Dunedin' }, 3],
  [{ country: 'AU', region: 'New South Wales', city: 'Sydney' }, 4],
  [{ country: 'AU', region: 'Queensland', city: 'Brisbane' }, 2],
  [{ country: 'GB', region: 'England', city: 'London' }, 2],
]

interface Origin {
  referrerHostname: string | null
  referrerPathname: string | null
}
const direct: Origin = { referrerHostname: null, referrerPathname: null }
const origins: [Origin, number][] = [
  [direct, 44],
  [{ referrerHostname: 'google.com', referrerPathname: '/' }, 26],
  [{ referrerHostname: 'facebook.com', referrerPathname: '/' }, 20],
  [{ referrerHostname: 'instagram.com', referrerPathname: '/' }, 6],
  [{ referrerHostname: 'bing.com', referrerPathname: '/' }, 4],
]

/** A visitor with a device, a place and a referrer. */
const demoVisitor = (random: Random) => ({
  ...random.weighted(machines),
  ...random.weighted(places),
  ...random.weighted(origins),
})

type DemoVisitor = ReturnType<typeof demoVisitor> & EventSource
