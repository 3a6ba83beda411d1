import { type HeatSignals, MIN_PAGE_SECONDS, scoreHeat } from '../src/features/leads/heat/heat.ts'
import { createRandom, type Random } from '../src/seed/seededRandom.ts'
import { report } from './support/report.ts'

/**
 * Are the five hottest leads of a listing the serious ones? Buyers with a known intent visit listings for two weeks. What they do
 * depends on their intent, with much chance: a serious buyer may be on holiday, and a neighbour may read everything on one evening.
 * Compared with what an agent has without heat: the leads sorted by their last visit, and by how many documents they opened.
 */
const SEED = 2_026
const LISTINGS = 1_000
const LEADS_PER_LISTING = 40
const SERIOUS_SHARE = 0.2
const DAYS = 14
const TOP = 5

const documents = [
  { kind: 'floor_plan', pageCount: 1 },
  { kind: 'building_report', pageCount: 28 },
  { kind: 'lim', pageCount: 60 },
  { kind: 'title', pageCount: 6 },
  { kind: 'agreement', pageCount: 16 },
  { kind: 'rates', pageCount: 2 },
  { kind: 'rental_appraisal', pageCount: 2 },
].map((document, index) => ({ ...document, fileId: `file_${index}` }))

/** How people with an intent behave on a day, and with a document. Probabilities, and seconds for each page. */
interface Intent {
  returns: number
  reads: (kind: string) => number
  /** Up to which share of the pages. */
  depth: number
  secondsPerPage: number
  downloads: number
  searches: number
  /** Of questions that are answered, how many as a ready buyer would. */
  readyAnswers: number
  verifies: number
}

const contractKinds = ['agreement', 'title', 'lim', 'building_report']

const serious: Intent = {
  returns: 0.28,
  reads: (kind) => (contractKinds.includes(kind) ? 0.55 : 0.3),
  depth: 0.75,
  secondsPerPage: 10,
  downloads: 0.25,
  searches: 0.25,
  readyAnswers: 0.65,
  verifies: 0.75,
}

const others: [Intent, number][] = [
  // Looks at the plan and the price, once or twice.
  [
    {
      ...serious,
      returns: 0.06,
      reads: (kind) => (kind === 'floor_plan' ? 0.8 : 0.15),
      depth: 0.25,
      secondsPerPage: 4,
      searches: 0.03,
      readyAnswers: 0.3,
      verifies: 0.4,
    },
    45,
  ],
  // A neighbour: reads a lot on one evening.
  [
    {
      ...serious,
      returns: 0.03,
      reads: () => 0.5,
      depth: 0.5,
      secondsPerPage: 6,
      searches: 0.1,
      readyAnswers: 0.2,
      verifies: 0.4,
    },
    20,
  ],
  // An investor who compares many: downloads everything, returns for the numbers.
  [
    {
      ...serious,
      returns: 0.12,
      reads: (kind) => (kind.startsWith('r') ? 0.7 : 0.12),
      depth: 0.3,
      secondsPerPage: 6,
      downloads: 0.8,
      searches: 0.05,
      readyAnswers: 0.6,
      verifies: 0.6,
    },
    15,
  ],
  // Dreams of a home like this: comes back often for the photos, opens little.
  [
    {
      ...serious,
      returns: 0.3,
      reads: (kind) => (kind === 'floor_plan' ? 0.4 : 0.06),
      depth: 0.3,
      secondsPerPage: 5,
      searches: 0.02,
      readyAnswers: 0.2,
      verifies: 0.5,
    },
    20,
  ],
]

/** Some browsers ask for privacy: their reading is not measured, whatever they read. */
const PRIVACY_SHARE = 0.06

interface SimulatedLead {
  isSerious: boolean
  signals: HeatSignals
  opened: number
  /** Later is higher. */
  lastSeen: number
}

function simulateLead(random: Random): SimulatedLead {
  const isSerious = random.chance(SERIOUS_SHARE)
  const intent = isSerious ? serious : random.weighted(others)
  const isPrivate = random.chance(PRIVACY_SHARE)
  // Some have little time, and some have much.
  const time = 0.5 + random.next()
  const firstDay = random.between(0, DAYS - 1)
  const visits = [firstDay]
  for (let day = firstDay + 1; day < DAYS; day += 1) if (random.chance(intent.returns * time)) visits.push(day)
  const read = new Map<string, number[]>()
  const downloaded = new Set<string>()
  let searches = 0
  for (const _ of visits)
    for (const { fileId, kind, pageCount } of documents) {
      if (random.chance(intent.downloads * 0.15)) downloaded.add(fileId)
      if (!random.chance(intent.reads(kind) * time)) continue
      if (random.chance(intent.searches)) searches += 1
      const pages = read.get(fileId) ?? Array<number>(pageCount).fill(0)
      const until = Math.max(1, Math.round(pageCount * intent.depth * (0.2 + 1.6 * random.next())))
      for (let page = 0; page < Math.min(until, pageCount); page += 1)
        pages[page] = (pages[page] ?? 0) + intent.secondsPerPage * time * 3 * random.next() ** 2
      read.set(fileId, pages)
    }
  const lastDay = visits.at(-1) ?? firstDay
  return {
    isSerious,
    opened: read.size,
    lastSeen: lastDay + random.next(),
    signals: {
      daysSinceVisit: DAYS - 1 - lastDay,
      returnDays: visits.length - 1,
      documents: isPrivate
        ? []
        : documents.flatMap(({ fileId, kind, pageCount }) => toSignal(read.get(fileId), { fileId, kind, pageCount })),
      downloads: downloaded.size,
      searches: isPrivate ? 0 : searches,
      answers: answer(random, intent),
      isEmailVerified: random.chance(intent.verifies),
    },
  }
}

function toSignal(pages: number[] | undefined, document: { fileId: string; kind: string; pageCount: number }) {
  if (!pages) return []
  const pagesRead = pages.filter((seconds) => seconds >= MIN_PAGE_SECONDS).length
  return [{ ...document, pagesRead, seconds: pages.reduce((sum, seconds) => sum + seconds, 0) }]
}

/** Half of the listings ask questions, and two thirds of the buyers answer them. */
function answer(random: Random, { readyAnswers }: Intent) {
  if (!random.chance(1 / 3)) return []
  const choices = {
    finance: ['Yes, approved', 'Not yet'],
    time_frame: ['As soon as possible', 'Just looking'],
  } as const
  return Object.entries(choices).map(([libraryKey, [ready, not]]) => ({
    libraryKey,
    answer: random.chance(readyAnswers) ? ready : not,
  }))
}

const random = createRandom(SEED)
const listings = Array.from({ length: LISTINGS }, () =>
  Array.from({ length: LEADS_PER_LISTING }, () => simulateLead(random)),
)

/** The share of serious buyers among the first five of each listing, over all listings. */
function precision(score: (lead: SimulatedLead) => number) {
  const first = listings.flatMap((leads) => leads.toSorted((one, other) => score(other) - score(one)).slice(0, TOP))
  return round(first.filter(({ isSerious }) => isSerious).length / first.length)
}

function round(value: number) {
  return Math.round(value * 1000) / 1000
}

report('heat', {
  precisionAt5: precision(({ signals }) => scoreHeat(signals).total),
  precisionAt5ByLastSeen: precision(({ lastSeen }) => lastSeen),
  precisionAt5ByOpenedDocuments: precision(({ opened }) => opened),
  seriousShare: round(listings.flat().filter(({ isSerious }) => isSerious).length / (LISTINGS * LEADS_PER_LISTING)),
  listings: LISTINGS,
  leadsPerListing: LEADS_PER_LISTING,
  days: DAYS,
  seed: SEED,
  budgets: { precisionAt5: 0.8 },
})
