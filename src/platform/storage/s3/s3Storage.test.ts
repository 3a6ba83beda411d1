import { expect, onTestFinished, test, vi } from 'vitest'
import { someBytes } from '../../../../test/fixtures/content/bytes.ts'
import { openTestS3 } from '../../../../test/support/servers/s3/openTestS3.ts'
import { startTestS3 } from '../../../../test/support/servers/s3/server.ts'
import { PDF, pdfDownload, soon } from '../../../../test/support/uploader.ts'
import { StorageUnavailableError } from '../storage.ts'
import { newStorageKey } from '../storageKeys.server.ts'
import { withS3Timeout } from './bucket.server.ts'
import { createS3Storage } from './s3Storage.server.ts'

async function open(changed: { secretAccessKey?: string; endpoint?: string } = {}, start = openTestS3) {
  const s3 = await start()
  onTestFinished(s3.stop)
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3.env
  const storage = createS3Storage({
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    ...changed,
  })
  return { s3, storage }
}

test('an unreachable S3 is reported as such', async () => {
  const { s3, storage } = await open({}, startTestS3)
  await s3.stop()
  const reading = storage.stat(newStorageKey('documents'))
  await expect(reading).rejects.toThrow(StorageUnavailableError)
  await expect(reading).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('a request is given up when no response starts within four seconds; a response may take longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let unanswered: AbortSignal | undefined
  void withS3Timeout(({ abortSignal }) => {
    unanswered = abortSignal
    return new Promise(() => {})
  })
  const answered = await withS3Timeout(async ({ abortSignal }) => abortSignal)
  vi.advanceTimersByTime(3_999)
  expect(unanswered?.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect([unanswered?.aborted, answered.aborted]).toEqual([true, false])
})

test('wrong keys open nothing, and are reported as such', async () => {
  const { storage } = await open({ secretAccessKey: 'another secret' })
  const key = newStorageKey('documents')
  await expect(storage.write(key, someBytes(10), PDF)).rejects.toThrow(StorageUnavailableError)
  await expect(storage.read(key)).rejects.toThrow(StorageUnavailableError)
  const url = await storage.downloadUrl({
    key,
    name: 'x',
    contentType: PDF,
    disposition: 'inline',
    expiresAt: soon(),
  })
  expect((await fetch(url)).status).toBe(403)
})

test.each([
  ['https://s3.example.nz', 'https://s3.example.nz/property-files/documents/'],
  ['https://s3.amazonaws.com', 'https://property-files.s3.amazonaws.com/documents/'],
])('the bucket is in the path, or for Amazon in the host name: %s', async (endpoint, start) => {
  const { storage } = await open({ endpoint })
  expect(await storage.downloadUrl(pdfDownload(newStorageKey('documents')))).toContain(start)
})

test('a signed URL asks for no checksum, which other providers than Amazon may not support', async () => {
  const { storage } = await open()
  const upload = { key: newStorageKey('documents'), contentType: PDF, contentLength: 10 }
  const [part] = await storage.partUrls({ ...upload, expiresAt: soon() })
  for (const url of [part?.url ?? '', await storage.downloadUrl(pdfDownload(upload.key))]) {
    const names = [...new URL(url).searchParams.keys()]
    expect(names).toContain('X-Amz-Signature')
    expect(names.filter((name) => /checksum/i.test(name))).toEqual([])
  }
})

test('a signed PUT takes the type and the length as separate headers', async () => {
  const { storage } = await open()
  const upload = { key: newStorageKey('documents'), contentType: PDF, contentLength: 10 }
  const [part] = await storage.partUrls({ ...upload, expiresAt: soon() })
  const signed = new URL(part?.url ?? '').searchParams.get('X-Amz-SignedHeaders')
  expect(signed).toBe('content-length;content-type;host;if-none-match')
})

test('a signed URL is valid until it expires, and is signed in the past when it has already expired', async () => {
  const { storage } = await open()
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const key = newStorageKey('documents')
  const signedFor = async (seconds: number) => {
    const expiresAt = new Date(Date.now() + seconds * 1000)
    const url = await storage.downloadUrl({ key, name: 'x', contentType: PDF, disposition: 'inline', expiresAt })
    const { searchParams } = new URL(url)
    return [searchParams.get('X-Amz-Date'), searchParams.get('X-Amz-Expires')]
  }
  expect(await signedFor(600)).toEqual(['20260302T090000Z', '600'])
  expect(await signedFor(-60)).toEqual(['20260302T085859Z', '1'])
})
