import { createHmac, randomBytes } from 'node:crypto'
import { getRequestHeaders } from '@tanstack/react-start/server'
import { eq, lt } from 'drizzle-orm'
import type { Database, Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { visitorAddress, visitorSalt, visitorSeen } from '#db/schema/events.ts'
import { listing } from '#db/schema/listings.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import type { Env } from '../config/env.server.ts'
import type { PlaceLookup, Sender } from '../geo/placeLookup.server.ts'
import { currentRequest } from '../http/currentRequest.server.ts'
import { rateLimitKey } from '../http/ipAddresses.server.ts'
import { boundedMap } from '../limits/boundedMap.ts'
import { useServices } from '../services.server.ts'
import type { Visitor } from './recordEvents.server.ts'
import { readUserAgent } from './userAgent.server.ts'

const MAX_CACHED_LISTINGS = 2_000
/** How soon a new time zone applies in every process. */
const TIME_ZONE_CACHE_MS = 60_000
/** After this, a hash can no longer be linked to a visitor. */
const SALT_LIFETIME_MS = 48 * 3600_000
/** 128 bits are enough to distinguish the visitors of a day. */
const HASH_LENGTH = 32

export type Visitors = ReturnType<typeof createVisitors>

/** Describes a visitor without identifying them: a hash that lasts a day, a place, a device. The address itself is not kept. */
export function createVisitors(database: Pick<Database, 'db'>, env: Pick<Env, 'APP_URL'>, places: PlaceLookup) {
  const { hostname } = new URL(env.APP_URL)
  const salts = createSalts(database)
  const timeZones = boundedMap<string, { timeZone: Promise<string>; readAt: number }>(MAX_CACHED_LISTINGS)

  function findTimeZone(listingId: string) {
    const cached = timeZones.get(listingId)
    if (cached && performance.now() - cached.readAt < TIME_ZONE_CACHE_MS) return cached.timeZone
    const timeZone = readTimeZone(database.db, listingId)
    timeZones.set(listingId, { timeZone, readAt: performance.now() })
    timeZone.catch(() => timeZones.set(listingId, { timeZone, readAt: -TIME_ZONE_CACHE_MS }))
    return timeZone
  }

  return {
    hostname,
    findPlace: (sender: Sender) => places.find(sender),
    async describe(sender: Sender, listingId: string, moment: Date): Promise<Visitor> {
      const { clientIp, headers } = sender
      const userAgent = headers.get('user-agent') ?? ''
      const { device, os, browser } = readUserAgent(userAgent)
      const localDay = dateIn(await findTimeZone(listingId), moment)
      const facts = { ...(await places.find(sender)), device, os, browser, hostname, localDay }
      if (asksForPrivacy(headers)) return facts
      const salt = await salts.find(localDay)
      const keyedHash = (text: string) => createHmac('sha256', salt).update(text).digest('hex').slice(0, HASH_LENGTH)
      return {
        ...facts,
        hash: keyedHash(`${clientIp}\n${userAgent}\n${hostname}`),
        addressHash: keyedHash(`address\n${rateLimitKey(clientIp)}\n${hostname}`),
      }
    },
  }
}

/** Do Not Track and Global Privacy Control: the views count, but without a visitor hash, and reading is not measured. */
export const asksForPrivacy = (headers: Headers) => headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'

/** The time zone of the listing's agent. */
async function readTimeZone(db: Db, listingId: string) {
  const [found] = await db
    .select({ timeZone: profile.timeZone })
    .from(listing)
    .innerJoin(profile, eq(profile.userId, listing.userId))
    .where(eq(listing.id, listingId))
  return found?.timeZone ?? DEFAULT_TIME_ZONE
}

/**
 * The random salt of a local day, the same in every process. It does not depend on the time zone, so a visitor who returns on the same local
 * day is recognised even if the agent has moved to another time zone in between.
 */
export function createSalts({ db }: Pick<Database, 'db'>) {
  const salts = new Map<string, Promise<string>>()
  return {
    find(localDay: string) {
      const known = salts.get(localDay)
      if (known) return known
      const salt = findOrCreateSalt(db, localDay)
      salts.set(localDay, salt)
      salt.catch(() => salts.delete(localDay))
      const oldest = dateIn('UTC', new Date(Date.parse(localDay) - SALT_LIFETIME_MS))
      for (const day of salts.keys()) if (day < oldest) salts.delete(day)
      return salt
    },
  }
}

async function findOrCreateSalt(db: Db, day: string) {
  await db
    .insert(visitorSalt)
    .values({ day, salt: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  const [kept] = await db.select({ salt: visitorSalt.salt }).from(visitorSalt).where(eq(visitorSalt.day, day))
  if (!kept) throw new Error('The salt of the day is gone.')
  return kept.salt
}

/** Describes the visitor who makes the current call, for an event at this listing. */
export function currentVisitor(listingId: string) {
  const { clientIp, peer } = currentRequest()
  return useServices().visitors.describe({ clientIp, peer, headers: getRequestHeaders() }, listingId, new Date())
}

export async function sweepVisitorData(db: Db) {
  await db.delete(visitorSalt).where(lt(visitorSalt.createdAt, ago(SALT_LIFETIME_MS)))
  await db.delete(visitorSeen).where(lt(visitorSeen.createdAt, ago(SALT_LIFETIME_MS)))
  await db.delete(visitorAddress).where(lt(visitorAddress.createdAt, ago(SALT_LIFETIME_MS)))
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** "2026-11-15" */
function dateIn(timeZone: string, moment: Date) {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(moment)
}
