import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { hash, someBytes } from '../../../test/fixtures/content/bytes.ts'
import { onEachStorage } from '../../../test/support/services/storages.ts'
import { past, pdfDownload } from '../../../test/support/uploader.ts'
import { PART_BYTES } from './storage.ts'

onEachStorage((parts) => {
  const contentOf = async (key: string) => hash(await buffer(await parts.storage.read(key)))

  describe('threat 33: a signed URL', () => {
    test('writes once: a second PUT is refused, and changes nothing', async () => {
      const file = someBytes(1_000)
      const upload = await parts.begin(file.length)
      const part = await parts.urlOf(upload)
      expect((await parts.put(part, file)).status).toBe(200)
      expect((await parts.put(part, someBytes(1_000, 2))).status).toBe(412)
      const fewer = { headers: { 'content-type': part.headers['content-type'] ?? '' } }
      expect((await parts.put(part, someBytes(1_000, 2), fewer)).status).toBeOneOf([403, 412])
      expect(await contentOf(upload.key)).toBe(hash(file))
    })

    test('accepts one of many simultaneous requests', async () => {
      const part = await parts.urlOf(await parts.begin(1_000))
      const tries = await Promise.all(Array.from({ length: 8 }, (_, seed) => parts.put(part, someBytes(1_000, seed))))
      const refused = tries.map(({ status }) => status).filter((status) => status !== 200)
      expect(refused).toHaveLength(7)
      // On disk the others are refused because one is writing, in S3 because one has written.
      for (const status of refused) expect(status).toBeOneOf([409, 412])
    })

    test('for a part no longer works once the file is finished', async () => {
      const file = someBytes(PART_BYTES + 10)
      const upload = await parts.begin(file.length)
      const urls = await parts.urlsOf(upload)
      await parts.sendAll(upload, file)
      await parts.storage.finishUpload(upload)

      const other = someBytes(file.length, 9)
      for (const part of urls) expect((await parts.put(part, other)).status).toBeOneOf([404, 412])
      expect(await contentOf(upload.key)).toBe(hash(file))
    })

    test('for another upload of the same key cannot replace the file', async () => {
      const file = someBytes(PART_BYTES + 10)
      const one = await parts.begin(file.length)
      const other = { ...one, uploadId: (await parts.storage.beginUpload(one)).uploadId }
      await parts.sendAll(other, someBytes(file.length, 3))
      await parts.sendAll(one, file)
      await parts.storage.finishUpload(one)
      await parts.storage.finishUpload(other)
      expect(await contentOf(one.key)).toBe(hash(file))
    })

    test('expires', async () => {
      const upload = await parts.begin(10)
      expect((await parts.put(await parts.urlOf(upload, past()), someBytes(10))).status).toBe(403)
      expect(await parts.storage.stat(upload.key)).toBeUndefined()
      const url = await parts.storage.downloadUrl({ ...pdfDownload(await parts.stored()), expiresAt: past() })
      expect((await fetch(parts.at(url))).status).toBe(403)
    })

    test.each(['download', 'small upload', 'part of a large upload'])(
      'for a %s is invalid when anything in it was changed or left out',
      async (kind) => {
        const length = kind === 'small upload' ? 10 : PART_BYTES + 10
        // The last part of a large upload is as small as a small one.
        const lastPart = async () =>
          (await parts.urlsOf(await parts.begin(length))).at(-1) ?? expect.fail('has no part')
        const { url, ...asked } =
          kind === 'download'
            ? { url: await parts.storage.downloadUrl(pdfDownload(await parts.stored())) }
            : { ...(await lastPart()), method: 'PUT', body: someBytes(10) }
        const names = [...new Set(new URL(parts.at(url)).searchParams.keys())]
        expect(names.length).toBeGreaterThan(3)

        for (const name of names) {
          const [changed, without] = [new URL(parts.at(url)), new URL(parts.at(url))]
          changed.searchParams.set(name, anotherValue(changed.searchParams.get(name) ?? ''))
          without.searchParams.delete(name)
          expect((await fetch(changed, asked)).status, `another ${name}`).toBeOneOf([400, 403])
          expect((await fetch(without, asked)).status, `no ${name}`).toBeOneOf([400, 403])
        }
      },
    )

    test('is valid for one file and one method', async () => {
      const key = await parts.stored()
      const url = parts.at(await parts.storage.downloadUrl(pdfDownload(key)))
      expect((await fetch(url)).status).toBe(200)
      expect((await fetch(url.replace(key, await parts.stored()))).status).toBe(403)
      expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)
      expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403)
      expect((await fetch(parts.at((await parts.urlOf(await parts.begin(10))).url))).status).toBe(403)
    })

    test('is valid for one content type', async () => {
      const upload = await parts.begin(10)
      const part = await parts.urlOf(upload)
      const html = { ...part.headers, 'content-type': 'text/html' }
      expect((await parts.put(part, someBytes(10), { headers: html })).status).toBe(403)
      expect((await parts.put(part, someBytes(10), { headers: {} })).status).toBe(403)
      expect(await parts.storage.stat(upload.key)).toBeUndefined()
    })
  })
})

const anotherValue = (value: string) => (/^\d+$/.test(value) ? String(Number(value) + 1) : `${value}x`)
