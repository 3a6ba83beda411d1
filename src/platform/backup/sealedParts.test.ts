import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { someBytes } from '../../../test/fixtures/content/bytes.ts'
import { BackupError, createBackupKey, openBackupKey } from './backupKey.server.ts'
import { seal, unseal } from './sealedParts.server.ts'

const key = createBackupKey('ab'.repeat(32))
/** Of a sealed part: its beginning, and each chunk with its tag. */
const [PREFIX, CHUNK] = [40, 256 * 1024 + 16]
const content = Buffer.from(someBytes(700_000))

const sealed = (name = 'files/a', bytes = content) => buffer(seal(key, name, [bytes]))
const opened = (bytes: Buffer, name = 'files/a') => buffer(unseal(key, name, [bytes]))

test('a part of any length is as it was', async () => {
  for (const length of [0, 1, CHUNK - 17, CHUNK - 16, CHUNK - 15, 2 * (CHUNK - 16), 700_000]) {
    const bytes = content.subarray(0, length)
    expect((await opened(await sealed('files/a', bytes))).equals(bytes)).toBe(true)
  }
})

test('the same content is never the same twice', async () => {
  expect((await sealed()).equals(await sealed())).toBe(false)
})

test('threat 247: chunks that are changed, missing, repeated, added or in another order are refused', async () => {
  const bytes = await sealed()
  const chunk = (nth: number) => bytes.subarray(PREFIX + nth * CHUNK, PREFIX + (nth + 1) * CHUNK)
  const begin = bytes.subarray(0, PREFIX)
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(PREFIX + 5) ^ 1, PREFIX + 5)
  const other = await sealed()
  const forgeries = {
    changed: flipped,
    reordered: Buffer.concat([begin, chunk(1), chunk(0), chunk(2)]),
    repeated: Buffer.concat([begin, chunk(0), chunk(0), chunk(1), chunk(2)]),
    'without its end': Buffer.concat([begin, chunk(0), chunk(1)]),
    'without its middle': Buffer.concat([begin, chunk(0), chunk(2)]),
    'cut off in a chunk': bytes.subarray(0, PREFIX + CHUNK + 100),
    'cut off in the beginning': bytes.subarray(0, 20),
    empty: Buffer.alloc(0),
    'only a beginning': begin,
    longer: Buffer.concat([bytes, chunk(2)]),
    'of two parts': Buffer.concat([bytes.subarray(0, PREFIX + CHUNK), other.subarray(PREFIX + CHUNK)]),
  }
  for (const [what, forged] of Object.entries(forgeries))
    await expect(opened(forged), what).rejects.toThrow(BackupError)
})

test('threat 247: a part under another name is refused', async () => {
  await expect(opened(await sealed('files/b'))).rejects.toThrow('files/a can’t be read')
})

test('a passphrase opens what it has sealed, however its accents are written', async () => {
  const made = createBackupKey('Te Whānau o Pōneke'.normalize('NFD'))
  const bytes = await buffer(seal(made, 'jobs', [content]))
  const again = openBackupKey('Te Whānau o Pōneke'.normalize('NFC'), made.header)
  expect((await buffer(unseal(again, 'jobs', [bytes]))).equals(content)).toBe(true)
  expect(() => openBackupKey('Te Whanau o Poneke', made.header)).toThrow('BACKUP_KEY isn’t the key')
})
