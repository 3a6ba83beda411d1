import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#db/client.server.ts'
import { tooManyRequests } from '../errors.ts'
import { networkKey, rateLimitKey } from '../http/ipAddresses.server.ts'
import { meters } from '../telemetry/metrics.server.ts'

export interface Limit {
  name: string
  points: number
  seconds: number
}

/** An IPv6 network (/48) gets this many times the limit of one address. */
const ADDRESSES_PER_NETWORK = 10

/** Hashed, so that a database dump contains no personal data. */
const limitKeyHash = (who: string) => createHash('sha256').update(who).digest('base64url')

function isRefusal(limit: Limit, reason: unknown): reason is RateLimiterRes {
  const isRefused = reason instanceof RateLimiterRes
  if (isRefused) meters.rateLimited.inc({ limit: limit.name })
  return isRefused
}

export type Limits = ReturnType<typeof createLimits>

/** Counters live in PostgreSQL: they survive a restart and are the same for every process. */
export function createLimits({ pool, sql }: Database) {
  // The library uses named statements, which a connection pooler does not support.
  const withoutNames = { query: ({ text, values }: pg.QueryConfig) => pool.query(text, values) }
  const limiterFor = ({ name, points, seconds }: Limit) =>
    new RateLimiterPostgres({
      storeClient: withoutNames,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    })

  /** Ignores counters from a time when the clock was ahead: they would block until that time comes. */
  async function count(limit: Limit, who: string) {
    const limiter = limiterFor(limit)
    try {
      return await limiter.consume(limitKeyHash(who))
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes) || reason.msBeforeNext <= limit.seconds * 1000) throw reason
      return limiter.set(limitKeyHash(who), 1, limit.seconds)
    }
  }

  /** Counts one attempt of `who`, and throws when there were too many. Otherwise returns how many are left, and when they are counted from 0 again. */
  async function spend(limit: Limit, who: string) {
    try {
      const { remainingPoints, msBeforeNext } = await count(limit, who)
      return { remaining: Math.max(0, remainingPoints), resetSeconds: Math.ceil(msBeforeNext / 1000) }
    } catch (reason) {
      if (isRefusal(limit, reason)) throw tooManyRequests(Math.ceil(reason.msBeforeNext / 1000))
      throw reason
    }
  }

  return {
    spend,
    /** Counts an attempt by the visitor's address and, for IPv6, by the network, in which an attacker can change addresses. */
    async spendByAddress(limit: Limit, clientIp: string) {
      const network = networkKey(clientIp)
      const { name, points, seconds } = limit
      if (network) await spend({ name: `${name}_network`, points: points * ADDRESSES_PER_NETWORK, seconds }, network)
      await spend(limit, rateLimitKey(clientIp))
    },
    /** Counts one attempt like `spend`, and returns whether it is within the limit. */
    async isWithin(limit: Limit, who: string) {
      try {
        await count(limit, who)
        return true
      } catch (reason) {
        if (isRefusal(limit, reason)) return false
        throw reason
      }
    },
    /** Whether there were too many attempts already. Counts none. */
    async isSpent(limit: Limit, who: string) {
      const found = await limiterFor(limit).get(limitKeyHash(who))
      return found !== null && found.consumedPoints >= limit.points && found.msBeforeNext <= limit.seconds * 1000
    },
    /** Resets the counter, for example after a successful sign-in. */
    forgive: (limit: Limit, who: string) => limiterFor(limit).delete(limitKeyHash(who)),
    sweep: () => sql`delete from rate_limit where expire < extract(epoch from now()) * 1000`,
  }
}
