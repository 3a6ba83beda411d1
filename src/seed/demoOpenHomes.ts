import { randomUUID } from 'node:crypto'
import { shortRandomId } from '#db/schema/columns.ts'
import type { openHome } from '#db/schema/listings.ts'
import type { checkIn } from '#db/schema/openHomeVisits.ts'
import { checkInConsent } from '#features/openHomes/openHomes.schema.ts'
import type { DemoLead } from './demoLeads.ts'
import type { DemoListing } from './demoListings.ts'
import { addMinutes, atHour, lastSaturday } from './demoTime.ts'

const NAMED_VISITORS = 7
/** Couples who came along, and neighbours. */
const COUNTED_VISITORS = [2, 1, 2, 1]

interface OpenHomeParts {
  now: Date
  agent: { firstName: string; lastName: string; agencyId: string }
  listings: DemoListing[]
  leads: DemoLead[]
}

/** An open home of the first listing last Saturday, with those who came: some left their details at the door, one on their own phone. */
export function demoOpenHome({ now, agent, listings, leads }: OpenHomeParts) {
  const [listing] = listings
  if (!listing) return undefined
  const listingId = listing.row.id
  const startsAt = atHour(lastSaturday(now), 11)
  const id = `open_${shortRandomId()}`
  const endsAt = addMinutes(startsAt, 45)
  const home: typeof openHome.$inferInsert = { id, listingId, startsAt, endsAt, reportedAt: addMinutes(endsAt, 15) }
  const common = { listingId, agencyId: agent.agencyId, openHomeId: id }
  const consent = checkInConsent(`${agent.firstName} ${agent.lastName}`)
  const came = leads.filter((lead) => lead.listingId === listingId).slice(0, NAMED_VISITORS)
  const visitors: (typeof checkIn.$inferInsert)[] = [
    ...came.map((lead, place) => ({
      ...{ ...common, id: randomUUID(), leadId: lead.id, consent, linkSentAt: addMinutes(startsAt, place * 5) },
      ...{
        source: place === 1 ? ('own_phone' as const) : ('door' as const),
        arrivedAt: addMinutes(startsAt, place * 5),
      },
    })),
    ...COUNTED_VISITORS.map((visitors, place) => ({
      ...{ ...common, id: randomUUID(), visitors, source: 'door' as const, arrivedAt: addMinutes(startsAt, place * 9) },
    })),
  ]
  return { home, visitors }
}
