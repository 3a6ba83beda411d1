import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#db/client.server.ts'
import { tooManyRequests } from '../errors.ts'
import { limitKey, networkKey } from '../http/ipAddresses.server.ts'
import { meters } from '../telemetry/metrics.server.ts'

export interface Limit {
  name: string
  points: number
  seconds: number
}

/** How many times the limit of one address a whole IPv6 network (/48) gets. */
const ADDRESSES_PER_NETWORK = 10

/** Whom a counter is about is nobody's business, not even in a dump. */
const limitKeyHash = (who: string) => createHash('sha256').update(who).digest('base64url')

function isRefusal(limit: Limit, reason: unknown): reason is RateLimiterRes {
  const isRefused = reason instanceof RateLimiterRes
  if (isRefused) meters.rateLimited.inc({ limit: limit.name })
  return isRefused
}

export type Limits = ReturnType<typeof createLimits>

/** Counters live in PostgreSQL: they survive a restart and are the same for every process. */
export function createLimits({ pool, sql }: Database) {
  // The library names its statements, and a pooler would run them where that name is not known.
  const withoutNames = { query: ({ text, values }: pg.QueryConfig) => pool.query(text, values) }
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterFor = ({ name, points, seconds }: Limit) => {
    const known = limiters.get(name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: withoutNames,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    })
    limiters.set(name, limiter)
    return limiter
  }

  /** Whoever was counted while the clock was ahead would have to wait until it is there again. */
  async function count(limit: Limit, who: string) {
    const limiter = limiterFor(limit)
    try {
      return await limiter.consume(limitKeyHash(who))
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes) || reason.msBeforeNext <= limit.seconds * 1000) throw reason
      await limiter.delete(limitKeyHash(who))
      return limiter.consume(limitKeyHash(who))
    }
  }

  /** Counts one try of `who`, and refuses it when there were too many. */
  async function spend(limit: Limit, who: string) {
    try {
      await count(limit, who)
    } catch (reason) {
      if (isRefusal(limit, reason)) throw tooManyRequests(Math.ceil(reason.msBeforeNext / 1000))
      throw reason
    }
  }

  return {
    spend,
    /** Counts a try by the visitor's address and, for IPv6, by the network that an attacker could change addresses in. */
    async spendByAddress(limit: Limit, clientIp: string) {
      const network = networkKey(clientIp)
      const { name, points, seconds } = limit
      if (network) await spend({ name: `${name}_network`, points: points * ADDRESSES_PER_NETWORK, seconds }, network)
      await spend(limit, limitKey(clientIp))
    },
    /** The same for what is done silently or not at all. */
    async isWithin(limit: Limit, who: string) {
      try {
        await count(limit, who)
        return true
      } catch (reason) {
        if (isRefusal(limit, reason)) return false
        throw reason
      }
    },
    /** Forgets the tries, for instance after a sign-in that worked. */
    forgive: (limit: Limit, who: string) => limiterFor(limit).delete(limitKeyHash(who)),
    sweep: () => sql`delete from rate_limit where expire < extract(epoch from now()) * 1000`,
  }
}
