import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { listing } from '#db/schema/listing.ts'
import { profile } from '#db/schema/profile.ts'
import { boundedMap } from '../boundedMap.ts'
import type { Env } from '../env.server.ts'
import type { Places, Sender } from '../geo/places.server.ts'
import { limitKey } from '../http/clientIp.server.ts'
import type { Visitor } from './recordEvents.server.ts'
import { createSalts } from './salts.server.ts'
import { readUserAgent } from './userAgent.server.ts'

const DEFAULT_TIME_ZONE = 'Pacific/Auckland'
const MOST_LISTINGS = 2_000
const TRUSTED_FOR = 5 * 60_000
/** 128 bits of the hash are plenty to tell the visitors of a day apart. */
const HASH_LENGTH = 32

export type Visitors = ReturnType<typeof createVisitors>

/** Says of a visitor what may be said: a hash that lasts a day, a place, a machine. The address itself goes nowhere. */
export function createVisitors(database: Pick<Database, 'db'>, env: Pick<Env, 'APP_URL'>, places: Places) {
  const { hostname } = new URL(env.APP_URL)
  const salts = createSalts(database)
  const timeZones = boundedMap<string, { timeZone: Promise<string>; readAt: number }>(MOST_LISTINGS)

  /** Days are those of the listing's agent. */
  function timeZoneOf(listingId: string) {
    const known = timeZones.get(listingId)
    if (known && performance.now() - known.readAt < TRUSTED_FOR) return known.timeZone
    const timeZone = readTimeZone(listingId)
    timeZones.set(listingId, { timeZone, readAt: performance.now() })
    timeZone.catch(() => timeZones.set(listingId, { timeZone, readAt: -TRUSTED_FOR }))
    return timeZone
  }

  async function readTimeZone(listingId: string) {
    const [found] = await database.db
      .select({ timeZone: profile.timeZone })
      .from(listing)
      .innerJoin(profile, eq(profile.userId, listing.userId))
      .where(eq(listing.id, listingId))
    return found?.timeZone ?? DEFAULT_TIME_ZONE
  }

  return {
    hostname,
    async describe(sender: Sender, listingId: string, moment: Date): Promise<Visitor> {
      const { clientIp, headers } = sender
      const userAgent = headers.get('user-agent') ?? ''
      const { device, os, browser } = readUserAgent(userAgent)
      const facts = { ...(await places.find(sender)), device, os, browser, hostname }
      if (asksForPrivacy(headers)) return facts
      const salt = await salts.find(moment, await timeZoneOf(listingId))
      const hashOf = (text: string) => createHmac('sha256', salt).update(text).digest('hex').slice(0, HASH_LENGTH)
      return {
        ...facts,
        hash: hashOf(`${clientIp}\n${userAgent}\n${hostname}`),
        addressHash: hashOf(`address\n${limitKey(clientIp)}\n${hostname}`),
      }
    },
  }
}

/** Do Not Track and Global Privacy Control: counted, and not told apart. */
const asksForPrivacy = (headers: Headers) => headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
