import { buffer } from 'node:stream/consumers'
import { describe, expect, inject, test } from 'vitest'
import { hash, someBytes } from '../../../test/fixtures/content/bytes.ts'
import { onEachStorage } from '../../../test/support/services/storages.ts'
import { pdfDownload } from '../../../test/support/uploader.ts'
import { type Download, PART_BYTES } from './storage.ts'
import { newStorageKey } from './storageKeys.server.ts'

/** No browser asks like this, and Ceph answers some of it with 206 or 416. */
const IGNORED_RANGES: [string, number, number, number][] = [
  ['bytes=0-9,20-29', 200, 0, 1_000],
  ['bytes=nonsense', 200, 0, 1_000],
  ['bytes=20-10', 200, 0, 1_000],
  ['lines=1-2', 200, 0, 1_000],
]

onEachStorage((parts) => {
  const fetchFile = async (download: Download, headers?: Record<string, string>) =>
    fetch(parts.at(await parts.storage.downloadUrl(download)), { headers })
  const hashOf = async (response: Response) => hash(new Uint8Array(await response.arrayBuffer()))

  describe('threat 38: a download', () => {
    test.each([
      'a"\r\nX: y',
      'Kōwhai — LIM (2).pdf',
      '日本語.pdf',
      '100% & more; x=1.pdf',
      '../../etc/passwd',
      '\ud800',
    ])('of %j has one header that names it', async (name) => {
      const { status, headers } = await fetchFile({ ...pdfDownload(await parts.stored()), name })
      expect(status).toBe(200)
      expect(headers.get('content-disposition')).toMatch(/^inline; filename="[ -~]*"; filename\*=UTF-8''[\w%.~!&+-]*$/)
      expect(headers.get('x')).toBeNull()
    })

    test.each([
      ['application/pdf', 'inline', 'application/pdf'],
      ['image/webp', 'inline', 'image/webp'],
      ['video/mp4', 'inline', 'video/mp4'],
      ['text/plain', 'inline', 'text/plain; charset=utf-8'],
      ['text/csv', 'attachment', 'text/csv'],
      ['text/html', 'attachment', 'text/html'],
      ['image/svg+xml', 'attachment', 'image/svg+xml'],
      ['application/xhtml+xml', 'attachment', 'application/xhtml+xml'],
      ['text/html; charset=x', 'attachment', 'application/octet-stream'],
    ])('of %s that asks to be shown inline goes out as %s', async (contentType, disposition, type) => {
      const { headers } = await fetchFile({ ...pdfDownload(await parts.stored()), contentType })
      expect(headers.get('content-disposition')?.split(';')[0]).toBe(disposition)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
    })

    test('of a missing file is not found', async () => {
      expect((await fetchFile(pdfDownload(newStorageKey('documents')))).status).toBe(404)
    })
  })

  describe('threat 39: a range', () => {
    test.each([
      ['bytes=0-0', 206, 0, 1],
      ['bytes=10-19', 206, 10, 20],
      ['bytes=990-', 206, 990, 1_000],
      ['bytes=990-5000', 206, 990, 1_000],
      ['bytes=-10', 206, 990, 1_000],
      ['bytes=-5000', 206, 0, 1_000],
      ...(inject('ceph') ? [] : IGNORED_RANGES),
    ])('%s is %i', async (range, status, start, end) => {
      const file = someBytes(1_000)
      const response = await fetchFile(pdfDownload(await parts.stored(file)), { range })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-range')).toBe(status === 206 ? `bytes ${start}-${end - 1}/1000` : null)
      expect(response.headers.get('content-length')).toBe(String(end - start))
      expect(await hashOf(response)).toBe(hash(file.subarray(start, end)))
    })

    test.each(['bytes=1000-', 'bytes=5000-6000'])('%s is past the end, and 416', async (range) => {
      expect((await fetchFile(pdfDownload(await parts.stored()), { range })).status).toBe(416)
    })

    test('can span the parts of a large file', async () => {
      const file = someBytes(2 * PART_BYTES + 500)
      const upload = await parts.begin(file.length)
      await parts.sendAll(upload, file)
      await parts.storage.finishUpload(upload)

      const [start, end] = [PART_BYTES - 100, 2 * PART_BYTES + 99]
      const right = hash(file.subarray(start, end + 1))
      const response = await fetchFile(pdfDownload(upload.key), { range: `bytes=${start}-${end}` })
      expect(response.status).toBe(206)
      expect(await hashOf(response)).toBe(right)
      expect(hash(await buffer(await parts.storage.read(upload.key, { start, end })))).toBe(right)
      expect(await hashOf(await fetchFile(pdfDownload(upload.key)))).toBe(hash(file))
    })
  })
})
