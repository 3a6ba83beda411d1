import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { listing } from '#db/schema/listings.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { changedElsewhere, conflict, notFound } from '#platform/errors.ts'
import { listingTimeZone } from '../facts/address.ts'
import { MAX_OPEN_HOMES } from '../facts/facts.schema.ts'
import { openHomeTime, saleStatusNames } from '../facts/factTexts.ts'
import { changeSale, isReachableListing } from './listings.server.ts'
import { cancelOpenHome, insertOpenHome, listOpenHomes, moveOpenHome } from './openHomes.server.ts'

interface DateMove {
  listingId: string
  version: number
  /** Null for the auction or the deadline. */
  openHomeId: string | null
  at: Date
}

/** Moves one date of a listing and leaves everything else as it is. An open home stays as long as it was. Refused like `updateListing`. */
export const moveListingDate = (db: Db, agent: Agent, { listingId: id, version, openHomeId, at }: DateMove) =>
  db.transaction(async (tx) => {
    const moved = await changeSale(tx, agent, { id, version, ...(openHomeId === null && { saleAt: at }) })
    if (openHomeId !== null && !(await moveOpenHome(tx, moved, openHomeId, at))) throw changedElsewhere()
    return { version: version + 1 }
  })

interface NewOpenHome {
  listingId: string
  startsAt: Date
  endsAt: Date
}

/** Adds an open home, whatever else was saved since: nothing is overwritten by it. Editors that are open are told to reload. */
export const addOpenHome = (db: Db, agent: Agent, { listingId: id, ...times }: NewOpenHome) =>
  db.transaction(async (tx) => {
    const { property, timeZone } = await lockListing(tx, agent, id)
    if (property.archivedAt) throw conflict('This listing is archived. Restore it to add an open home.')
    if (property.status === 'sold' || property.status === 'withdrawn')
      throw conflict(
        `This listing is ${saleStatusNames[property.status].toLowerCase()}, so it can’t have an open home.`,
      )
    const known = await listOpenHomes(tx, property)
    if (known.length >= MAX_OPEN_HOMES)
      throw conflict(`A listing can have at most ${MAX_OPEN_HOMES} open homes. Remove one from the listing first.`)
    const other = known.find(({ startsAt, endsAt }) => startsAt < times.endsAt && endsAt > times.startsAt)
    if (other)
      throw conflict(
        `This listing already has an open home then: ${openHomeTime(other, { timeZone, country: property.country })}. Please choose another time.`,
      )
    const openHome = await insertOpenHome(tx, id, times)
    await changeSale(tx, agent, { id, version: property.version })
    return {
      openHome,
      listing: { id, title: property.title, isPublished: property.publishedAt !== null, version: property.version + 1 },
    }
  })

async function lockListing(tx: Db, agent: Agent, id: string) {
  const [found] = await tx
    .select({ property: listing, agentsZone: profile.timeZone })
    .from(listing)
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(isReachableListing(agent, id))
    .for('no key update', { of: listing })
  if (!found) throw notFound()
  return { property: found.property, timeZone: listingTimeZone(found.property, found.agentsZone) }
}

/** Cancels an open home that was added by mistake. Refused like `updateListing`. */
export const removeOpenHome = (
  db: Db,
  agent: Agent,
  { listingId: id, version, openHomeId }: { listingId: string; version: number; openHomeId: string },
) =>
  db.transaction(async (tx) => {
    const changed = await changeSale(tx, agent, { id, version })
    if (!(await cancelOpenHome(tx, changed, openHomeId))) throw changedElsewhere()
    return { version: version + 1 }
  })
