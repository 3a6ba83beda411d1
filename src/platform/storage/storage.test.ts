import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { hash, someBytes } from '../../../test/fixtures/content/bytes.ts'
import { onEachStorage } from '../../../test/support/services/storages.ts'
import { collectAll, PDF, pdfDownload, soon } from '../../../test/support/uploader.ts'
import { temporaryFailure } from '../media/mediaError.ts'
import { createS3Storage } from './s3/s3Storage.server.ts'
import { isStorageUnavailable, PART_BYTES, StorageUnavailableError, storageOrigin } from './storage.ts'
import { newStorageKey, variantKey } from './storageKeys.server.ts'

const ID = `ab${'0'.repeat(30)}`

onEachStorage((parts) => {
  const contentOf = async (key: string) => hash(await buffer(await parts.storage.read(key)))
  const unfinishedOf = async (key: string) =>
    (await collectAll(parts.storage.listUnfinished())).filter((one) => one.key === key)

  describe('a file that the application writes', () => {
    test('can be bytes or a stream of any length, and replaces the old content', async () => {
      const key = newStorageKey('photos')
      for (const length of [0, 10, PART_BYTES, 2 * PART_BYTES + 77]) {
        const file = someBytes(length, length)
        await parts.storage.write(key, piecesOf(file), 'image/webp')
        expect(await contentOf(key), String(length)).toBe(hash(file))
      }
      await parts.storage.write(key, someBytes(20), 'image/webp')
      expect((await parts.storage.stat(key))?.size).toBe(20)
      expect(await unfinishedOf(key)).toEqual([])
    })

    test('does not exist if its source fails', async () => {
      const key = newStorageKey('photos')
      const failing = (async function* () {
        yield someBytes(PART_BYTES + 100)
        throw new Error('the source failed')
      })()
      await expect(parts.storage.write(key, failing, 'image/webp')).rejects.toThrow('the source failed')
      expect(await parts.storage.stat(key)).toBeUndefined()
      expect(await unfinishedOf(key)).toEqual([])
    })

    test('cannot be read if it does not exist', async () => {
      await expect(parts.storage.read(newStorageKey('photos'))).rejects.toMatchObject({ status: 404 })
    })

    test('has no content past its end', async () => {
      const key = await parts.stored(someBytes(10))
      expect(await buffer(await parts.storage.read(key, { start: 8, end: 20 }))).toHaveLength(2)
      expect(await buffer(await parts.storage.read(key, { start: 10, end: 20 }))).toHaveLength(0)
    })
  })

  describe('threat 32: a key', () => {
    test.each([
      '../secret',
      'documents/../../secret',
      '/etc/passwd',
      `../files-evil/ab/${ID}`,
      `documents/cd/${ID}`,
      `documents/ab/${ID}/../x`,
      `documents/ab/${ID}\n`,
      `.unfinished/ab/${ID}`,
      'documents',
      '',
    ])('that we did not make (%j) is refused', async (key) => {
      const upload = { key, contentType: PDF, contentLength: 5, uploadId: ID }
      const { storage } = parts
      const calls: (() => Promise<unknown>)[] = [
        () => storage.beginUpload(upload),
        () => storage.beginUpload({ ...upload, contentLength: PART_BYTES + 1 }),
        () => storage.partUrls({ ...upload, expiresAt: soon() }),
        () => storage.finishUpload(upload),
        () => storage.abandonUpload(upload),
        () => storage.abandonUpload({ key }),
        () => storage.downloadUrl(pdfDownload(key)),
        () => storage.read(key),
        () => storage.write(key, someBytes(3), PDF),
        () => storage.stat(key),
        () => storage.remove(key),
      ]
      for (const call of calls) await expect(call()).rejects.toThrow('not the key of a stored file')
    })
  })

  describe('threat 37: unused content', () => {
    test('unfinished uploads are listed with their age and can be deleted', async () => {
      const uploads = await Promise.all(Array.from({ length: 5 }, () => parts.begin(PART_BYTES + 1)))
      for (const upload of uploads.slice(0, 2)) await parts.put(await parts.urlOf(upload), someBytes(PART_BYTES))

      const listed = await collectAll(parts.storage.listUnfinished())
      for (const { key, uploadId } of uploads) expect(listed).toContainEqual(expect.objectContaining({ key, uploadId }))
      for (const { modifiedAt } of listed) expect(Date.now() - modifiedAt.getTime()).toBeLessThan(3_600_000)

      for (const upload of listed) await parts.storage.abandonUpload(upload)
      expect(await collectAll(parts.storage.listUnfinished())).toEqual([])
    })

    test('exactly the stored files are listed', async () => {
      for (const { key } of await collectAll(parts.storage.list())) await parts.storage.remove(key)
      expect(await collectAll(parts.storage.list())).toEqual([])

      const large = await parts.begin(PART_BYTES + 5)
      await parts.sendAll(large, someBytes(PART_BYTES + 5))
      await parts.storage.finishUpload(large)
      const [gone = '', ...keys] = await Promise.all(Array.from({ length: 7 }, () => parts.stored()))
      await parts.storage.remove(gone)
      await parts.storage.remove(gone)
      const photo = newStorageKey('photos')
      await parts.storage.write(photo, someBytes(9), 'image/webp')
      await parts.storage.write(variantKey(photo, 'w640'), someBytes(4), 'image/webp')

      const expected = [...keys, large.key, photo, variantKey(photo, 'w640')].toSorted()
      expect((await collectAll(parts.storage.list())).map(({ key }) => key)).toEqual(expected)
      expect((await collectAll(parts.storage.list('photos/'))).map(({ size }) => size)).toEqual([9, 4])
      const [listed, ...more] = await collectAll(parts.storage.list(large.key))
      expect(listed).toEqual({ key: large.key, size: PART_BYTES + 5, modifiedAt: expect.any(Date) })
      expect(listed && Date.now() - listed.modifiedAt.getTime()).toBeLessThan(3_600_000)
      expect(more).toEqual([])
      expect(await collectAll(parts.storage.list(variantKey(photo, 'w640')))).toMatchObject([{ size: 4 }])
      expect(await collectAll(parts.storage.list('nothing/'))).toEqual([])

      await parts.storage.remove(large.key)
      expect(await parts.storage.stat(large.key)).toBeUndefined()
    })
  })
})

test('keys are unique, and a variant’s key extends its file’s', () => {
  const keys = new Set(Array.from({ length: 10_000 }, () => newStorageKey('photos')))
  expect(keys.size).toBe(10_000)
  const [key = ''] = keys
  expect(variantKey(key, 'w640')).toBe(`${key}-w640`)
  expect(() => newStorageKey('../x')).toThrow()
  expect(() => variantKey(key, '../x')).toThrow()
})

/** Uneven, as streams are. */
async function* piecesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 300_007) yield bytes.subarray(at, at + 300_007)
}

test.each([
  ['https://s3.ap-southeast-2.amazonaws.com', 'property-files'],
  ['https://s3.ap-southeast-2.amazonaws.com', 'files.example.nz'],
  ['https://minio.example.nz:9000', 'property-files'],
  ['https://account.r2.cloudflarestorage.com', 'files.example.nz'],
  ['http://127.0.0.1:9000', 'property-files'],
])('the content security policy names the very origin that addresses at %s for %s have', async (endpoint, bucket) => {
  const storage = createS3Storage({ bucket, endpoint, region: 'nz', accessKeyId: 'k', secretAccessKey: 's' })
  const url = await storage.downloadUrl(pdfDownload(newStorageKey('documents')))
  expect(storageOrigin({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket })).toBe(new URL(url).origin)
})

test('files on disk have the origin of the application', () => {
  expect(storageOrigin({ S3_ENDPOINT: undefined, S3_BUCKET: undefined })).toBeUndefined()
})

const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  ['a storage that is away', new StorageUnavailableError()],
  ['a full disk', failed('ENOSPC: no space left on device, write', { code: 'ENOSPC' })],
  ['a quota', failed('EDQUOT: disk quota exceeded, write', { code: 'EDQUOT' })],
  [
    'a full disk in the thread that prepares photos',
    temporaryFailure(
      'We couldn’t prepare this file.',
      'photo-480.webp: write error\nsystem error: No space left on device',
    ),
  ],
])('%s passes by itself', (_what, error) => expect(isStorageUnavailable(error)).toBe(true))

test.each([
  ['a photo that took too long', temporaryFailure('This photo took too long to prepare.', 'timeout')],
  ['a database without room', failed('could not extend file: No space left on device', { code: '53100' })],
  ['a bug', failed('x is not a function')],
])('%s is something else', (_what, error) => expect(isStorageUnavailable(error)).toBe(false))
