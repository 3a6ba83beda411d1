import { expect, test } from 'vitest'
import { doorPublicKey, openEntry } from './openEntries.server.ts'
import { fromBase64Url, sealEntry, toBase64Url } from './sealEntry.ts'

const SECRET = 'a secret of at least thirty-two characters'
const DEVICE = 'door_0123456789abcdef'
const entry = { kind: 'person', firstName: 'Canary', lastName: 'Walker', email: 'canary@example.nz' }

const seal = (device = DEVICE) => sealEntry(doorPublicKey(SECRET), device, entry)

test('threat 217: only the server can read what a device has sealed', async () => {
  const sealed = await seal()
  expect(openEntry(SECRET, DEVICE, sealed)).toEqual(entry)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('Canary')
  expect(openEntry('another secret of thirty-two characters', DEVICE, sealed)).toBeUndefined()
  // The same entry never looks the same, so nobody can tell who came twice.
  expect(await seal()).not.toBe(sealed)
})

test('threat 218: an entry that was changed, cut, or moved to another device is not opened', async () => {
  const sealed = await seal()
  const bytes = fromBase64Url(sealed)
  for (const place of [0, 10, 64, 65, 76, 77, 90, bytes.length - 1]) {
    const changed = bytes.slice()
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(openEntry(SECRET, DEVICE, toBase64Url(changed)), `byte ${place}`).toBeUndefined()
  }
  for (const length of [0, 1, 64, 92, bytes.length - 1])
    expect(openEntry(SECRET, DEVICE, toBase64Url(bytes.slice(0, length)))).toBeUndefined()
  expect(openEntry(SECRET, 'door_fedcba9876543210', sealed)).toBeUndefined()
  expect(openEntry(SECRET, DEVICE, 'not base64 at all %%%')).toBeUndefined()
})
