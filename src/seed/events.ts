import type { DemoFileRow } from './files.server.ts'
import { buyerJourney, passingVisit, type VisitStep } from './journeys.ts'
import type { DemoLead } from './leads.ts'
import type { DemoListing } from './listings.ts'
import type { Random } from './random.ts'
import { busyMoments } from './rhythm.ts'
import { localDay } from './time.ts'

interface DemoData {
  now: Date
  /** Where the visitors saw the pages: the host of APP_URL. */
  hostname: string
  listings: DemoListing[]
  files: DemoFileRow[]
  leads: DemoLead[]
}

/** Everything that visitors did, oldest first, each with the hash of its visitor and day. */
export function demoEvents(random: Random, { now, hostname, listings, files, leads }: DemoData) {
  const steps = listings.flatMap(({ row, visits }) => {
    const nextMoment = busyMoments(random, row.publishedAt, now)
    const documents = files.map((one) => one.row).filter((one) => one.listingId === row.id && one.type === 'file')
    return [
      ...Array.from({ length: visits }, () => passingVisit(random, row, nextMoment())).flat(),
      ...leads
        .filter((lead) => lead.listingId === row.id)
        .flatMap((lead) => buyerJourney(random, { listing: row, documents, lead, now })),
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
