import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { hash, someBytes } from '../../../test/fixtures/content/bytes.ts'
import { onEachStorage } from '../../../test/support/services/storages.ts'
import { collectAll } from '../../../test/support/uploader.ts'
import { PART_BYTES } from './storage.ts'

onEachStorage((parts) => {
  const contentOf = async (key: string) => hash(await buffer(await parts.storage.read(key)))

  describe('an upload', () => {
    test('of a small file is one PUT, and visible once it is finished', async () => {
      const file = someBytes(70_000)
      const upload = await parts.begin(file.length)
      expect(await parts.urlsOf(upload)).toMatchObject([{ number: 1, offset: 0, length: file.length }])

      await parts.sendAll(upload, file)
      await parts.storage.finishUpload(upload)

      expect(await parts.storage.stat(upload.key)).toMatchObject({ key: upload.key, size: file.length })
      expect(await contentOf(upload.key)).toBe(hash(file))
      expect(await parts.urlsOf(upload)).toEqual([])
    })

    test('of a large file goes in parts, in any order, and resumes with those that are missing', async () => {
      const file = someBytes(3 * PART_BYTES + 12_345)
      const upload = await parts.begin(file.length)
      const urls = await parts.urlsOf(upload)
      expect(urls.map(({ length }) => length)).toEqual([PART_BYTES, PART_BYTES, PART_BYTES, 12_345])
      for (const part of [urls[3], urls[1]]) if (part) expect((await parts.put(part, file)).status).toBe(200)
      await expect(parts.storage.finishUpload(upload)).rejects.toMatchObject({ status: 409 })
      expect(await parts.storage.stat(upload.key)).toBeUndefined()

      expect((await parts.urlsOf(upload)).map(({ number }) => number)).toEqual([1, 3])
      await parts.sendAll(upload, file)
      await parts.storage.finishUpload(upload)

      expect(await contentOf(upload.key)).toBe(hash(file))
      expect(await parts.urlsOf(upload)).toEqual([])
    })

    test('can be finished twice, even at once', async () => {
      const file = someBytes(PART_BYTES + 1)
      const upload = await parts.begin(file.length)
      await parts.sendAll(upload, file)

      await Promise.all([parts.storage.finishUpload(upload), parts.storage.finishUpload(upload)])
      await parts.storage.finishUpload(upload)

      expect((await parts.storage.stat(upload.key))?.size).toBe(file.length)
    })

    test('does not replace a file that another upload of the same key has finished', async () => {
      const file = someBytes(PART_BYTES + 1)
      const upload = await parts.begin(file.length)
      const longer = { ...upload, contentLength: file.length + 1 }
      const late = { ...longer, ...(await parts.storage.beginUpload(longer)) }
      await parts.sendAll(late, someBytes(late.contentLength, 2))
      await parts.sendAll(upload, file)
      await parts.storage.finishUpload(upload)

      await expect(parts.storage.finishUpload(late)).rejects.toMatchObject({ status: 409 })
      expect(await contentOf(upload.key)).toBe(hash(file))
    })

    test('without content cannot be finished', async () => {
      for (const length of [10, PART_BYTES + 1])
        await expect(parts.storage.finishUpload(await parts.begin(length))).rejects.toMatchObject({ status: 409 })
    })

    test('that was aborted leaves nothing and accepts no more parts', async () => {
      const file = someBytes(PART_BYTES + 1)
      const upload = await parts.begin(file.length)
      const [first, last] = await parts.urlsOf(upload)
      if (first) await parts.put(first, file)

      await parts.storage.abandonUpload(upload)
      await parts.storage.abandonUpload(upload)

      if (last) expect((await parts.put(last, file)).status).toBe(404)
      await expect(parts.storage.finishUpload(upload)).rejects.toMatchObject({ status: 409 })
      await expect(parts.urlsOf(upload)).rejects.toMatchObject({ status: 404 })
      expect((await collectAll(parts.storage.listUnfinished())).filter(({ key }) => key === upload.key)).toEqual([])
    })

    test('of a small file that was aborted is deleted', async () => {
      const upload = await parts.begin(5)
      await parts.sendAll(upload, someBytes(5))
      await parts.storage.abandonUpload(upload)
      expect(await parts.storage.stat(upload.key)).toBeUndefined()
    })
  })

  describe('threat 29: a wrong size', () => {
    test.each([
      ['small', 1_000],
      ['part of a large', PART_BYTES + 1_000],
    ])('one byte more or less of a %s file is refused, and nothing is there', async (_kind, length) => {
      const upload = await parts.begin(length)
      const part = await parts.urlOf(upload)
      const statusOf = async (size: number) => (await parts.put(part, someBytes(0), { body: someBytes(size) })).status

      expect(await statusOf(part.length + 1)).toBeOneOf([403, 413])
      expect(await statusOf(part.length - 1)).toBeOneOf([400, 403])

      expect(await parts.storage.stat(upload.key)).toBeUndefined()
      expect((await parts.urlsOf(upload))[0]?.number).toBe(1)
    })
  })
})
