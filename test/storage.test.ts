import { once } from 'node:events'
import { lstatSync, readdirSync } from 'node:fs'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDiskStorage } from '../src/platform/storage/disk/diskStorage.server.ts'
import { PART_BYTES, type Storage } from '../src/platform/storage/storage.ts'
import { newStorageKey } from '../src/platform/storage/storageKeys.server.ts'
import { hash, someBytes } from './fixtures/content/bytes.ts'
import { eventually } from './support/eventually.ts'
import { TEST_SECRET } from './support/processes/app.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'
import { memoryKilobytes, openStoredFiles } from './support/processes/processStats.ts'
import { rawRequest } from './support/rawRequest.ts'
import { createUploader, pdfDownload } from './support/uploader.ts'

/** The addresses of files on disk, asked of the built application. */
const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1,::1', STALLED_SECONDS: '5' })
let storage: Storage
let uploader: ReturnType<typeof createUploader>
let folder: string
beforeAll(() => {
  folder = join(parts.app.dataDir, 'files')
  storage = createDiskStorage({ folder, secret: TEST_SECRET })
  uploader = createUploader({ storage, at })
})

const at = (url: string) => parts.url + url
const writtenBytes = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(path, name)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0)
const drafts = () => readdirSync(join(folder, '.unfinished'))

/** Sends a body of unknown length, or one that ends too soon. */
async function send(url: string, options: RequestOptions, body: Uint8Array, { hangUp = false } = {}) {
  const sent = request(at(url), { method: 'PUT', ...options })
  sent.on('error', () => {})
  sent.write(body)
  if (hangUp) {
    await eventually(() => drafts().length > 0)
    sent.destroy()
    return undefined
  }
  sent.end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

describe('threat 29: the bytes are counted while they arrive', () => {
  test('a file over the limit of other request bodies is stored completely', async () => {
    const file = someBytes(PART_BYTES + 2_000_000)
    const upload = await uploader.begin(file.length)
    await uploader.sendAll(upload, file)
    await storage.finishUpload(upload)
    const response = await fetch(at(await storage.downloadUrl(pdfDownload(upload.key))))
    expect(hash(new Uint8Array(await response.arrayBuffer()))).toBe(hash(file))
  })

  test.each([
    ['one byte over', 2_000_001, 413],
    ['one byte short', 1_999_999, 400],
    ['exactly as signed', 2_000_000, 200],
  ])('a body that did not say its length, %s', async (_what, length, status) => {
    const upload = await uploader.begin(2_000_000)
    const { url, headers } = await uploader.urlOf(upload)
    const chunked = { headers: { ...headers, 'transfer-encoding': 'chunked' } }
    expect(await send(url, chunked, someBytes(length))).toBe(status)
    expect(Boolean(await storage.stat(upload.key))).toBe(status === 200)
    expect(drafts()).toEqual([])
  })

  test('a client that disconnects leaves nothing', async () => {
    const upload = await uploader.begin(2_000_000)
    const { url, headers } = await uploader.urlOf(upload)
    const announced = { headers: { ...headers, 'content-length': 2_000_000 } }
    await send(url, announced, someBytes(1_500_000), { hangUp: true })
    await eventually(() => drafts().length === 0)
    expect(await storage.stat(upload.key)).toBeUndefined()
  })

  test('a 200 MB upload uses constant memory', async () => {
    const file = someBytes(PART_BYTES)
    const upload = await uploader.begin(12 * PART_BYTES)
    const urls = await uploader.urlsOf(upload)
    const before = memoryKilobytes(parts.app)
    for (const part of urls) expect((await uploader.put({ ...part, offset: 0 }, file)).status).toBe(200)
    expect(memoryKilobytes(parts.app) - before).toBeLessThan(100_000)
    await storage.abandonUpload(upload)
  })
})

describe('threat 86: a body far longer than its signed length', () => {
  const MEGABYTE = 1_000_000

  test.each([
    ['that does not say its length', { 'transfer-encoding': 'chunked' }],
    ['that says its length', { 'content-length': String(4_000 * MEGABYTE) }],
  ])('%s is cut off soon after it, and its sender gets the answer', async (_what, length) => {
    const upload = await uploader.begin(1_000)
    const { url, headers } = await uploader.urlOf(upload)
    const sent = request(at(url), { method: 'PUT', headers: { ...headers, ...length } })
    sent.on('error', () => {})
    const answered = once(sent, 'response')
    const closed = new Promise((resolve) => sent.once('close', resolve))
    const megabyte = someBytes(MEGABYTE)
    const write = () => {
      while (!sent.destroyed) if (!sent.write(megabyte)) return sent.once('drain', write)
    }
    write()

    const [response] = await answered
    response.on('error', () => {}).resume()
    await closed
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close'])
    // The kernels of both sides buffer a few megabytes.
    const { bytesWritten = 0, writableLength = 0 } = sent.socket ?? {}
    expect(bytesWritten - writableLength).toBeLessThan(32 * MEGABYTE)
    expect(drafts()).toEqual([])
  })
})

describe('threat 87: many senders of one part', () => {
  test('store it once: all others are refused while it is being written, and use no space', async () => {
    const upload = await uploader.begin(2 * PART_BYTES)
    const [part] = await uploader.urlsOf(upload)
    const { url, headers } = part ?? { url: '', headers: {} }
    const announced = { ...headers, 'content-length': PART_BYTES }
    const first = request(at(url), { method: 'PUT', headers: announced })
    first.write(someBytes(PART_BYTES - 1))
    const size = () => writtenBytes(join(folder, '.unfinished'))
    await eventually(() => size() >= PART_BYTES - 1)

    for (let other = 0; other < 39; other++) {
      const sent = request(at(url), { method: 'PUT', headers: announced, agent: false })
      sent.on('error', () => {}).write(someBytes(100_000))
      const [{ statusCode, headers: answer }] = await once(sent, 'response')
      expect([statusCode, answer['retry-after']]).toEqual([409, '5'])
      sent.destroy()
    }
    expect(size()).toBeLessThan(PART_BYTES)
    first.end(someBytes(1))
    const [{ statusCode }] = await once(first, 'response')
    expect(statusCode).toBe(200)
    const again = request(at(url), { method: 'PUT', headers: announced, agent: false })
    again.on('error', () => {}).flushHeaders()
    expect((await once(again, 'response'))[0].statusCode).toBe(412)
    again.destroy()
    await storage.abandonUpload(upload)
  })
})

describe('threat 85: clients that stop reading', () => {
  /** More than the kernel keeps for both ends of a connection. */
  async function largeFile() {
    const key = newStorageKey('documents')
    await storage.write(key, someBytes(30_000_000), 'application/pdf')
    return at(await storage.downloadUrl(pdfDownload(key)))
  }
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  async function beginReading(url: string, address: string) {
    const asked = request(url, { ...from(address), agent: false }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    return { status: response.statusCode, retryAfter: response.headers['retry-after'], hangUp: () => asked.destroy() }
  }

  test('are disconnected, and their files are closed', async () => {
    const { status, hangUp } = await beginReading(await largeFile(), '203.0.113.1')
    expect(status).toBe(200)
    expect(openStoredFiles(parts.app)).toHaveLength(1)
    await eventually(() => openStoredFiles(parts.app).length === 0)
    hangUp()
  })

  test('are disconnected from a page that is kept in memory too', async () => {
    await fetch(at('/about'))
    const socket = connect(Number(new URL(parts.url).port), '127.0.0.1')
    socket.on('error', () => {})
    const question = 'GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n'
    // Whole requests in one piece: half a request would run into a timeout of Node itself.
    socket.pause().write(question.repeat(1_000))
    // A client that does not read learns of the reset when it writes.
    await eventually(() => {
      socket.write(question)
      return socket.destroyed
    })
  })

  test('can be a hundred per IP address at a time; other addresses are served', async () => {
    const url = await largeFile()
    const readers = await Promise.all(Array.from({ length: 100 }, () => beginReading(url, '203.0.113.2')))
    expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await beginReading(url, '203.0.113.2')
    expect([refused.status, refused.retryAfter]).toEqual([429, '30'])
    expect((await fetch(url, { ...from('203.0.113.3'), method: 'HEAD' })).status).toBe(200)

    for (const { hangUp } of readers) hangUp()
    await eventually(async () => (await fetch(url, { ...from('203.0.113.2'), method: 'HEAD' })).status === 200)
  })
})

describe('threat 32: an invalid key', () => {
  test.each([
    '/storage/..%2f..%2fsecret',
    '/storage/%2e%2e/%2e%2e/secret',
    '/storage/../../../secret',
    '/storage/documents/../../secret',
    '/storage//etc/passwd',
    '/storage/../files-evil/x',
    '/storage/.unfinished/x',
    '/storage/',
  ])('%s is not found', async (path) => {
    const port = Number(new URL(parts.url).port)
    const { status, body } = await rawRequest({ port, path, headers: { host: `localhost:${port}` } })
    expect(status).toBe(404)
    expect(body).not.toContain(TEST_SECRET)
  })
})

describe('threat 33: an unsigned URL', () => {
  test('is refused with a message for a person', async () => {
    const url = at(`/storage/${await uploader.stored()}`)
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(403)
    expect(await page.text()).toContain('has expired')
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403)
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(403)
  })

  test('is refused when another secret signed it', async () => {
    const other = createDiskStorage({ folder, secret: `${TEST_SECRET}!` })
    expect((await fetch(at(await other.downloadUrl(pdfDownload(await uploader.stored()))))).status).toBe(403)
  })
})

describe('threat 38: a downloaded file', () => {
  test('cannot run scripts, and has the headers of every response', async () => {
    const { headers } = await fetch(at(await storage.downloadUrl(pdfDownload(await uploader.stored()))))
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';.* frame-ancestors 'self'$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  })

  test('has its name in one header, whatever it is', async () => {
    const url = await storage.downloadUrl({ ...pdfDownload(await uploader.stored()), name: 'a"\r\nX:y' })
    const sent = request(at(url)).end()
    const [response] = await once(sent, 'response')
    response.resume()
    expect(response.rawHeaders.filter((name: string) => /^(content-disposition|x)$/i.test(name))).toHaveLength(1)
    expect(response.headers['content-disposition']).toContain('filename="a___X:y"')
  })

  test('is logged without the signature', async () => {
    const key = await uploader.stored()
    const url = await storage.downloadUrl(pdfDownload(key))
    await fetch(at(url))
    await parts.app.saying(`"path":"/storage/${key}"`)
    expect(parts.app.output()).not.toContain(new URL(at(url)).searchParams.get('signature'))
  })
})

test('a client that disconnects leaves no file open', async () => {
  const upload = await uploader.begin(2 * PART_BYTES)
  await uploader.sendAll(upload, someBytes(2 * PART_BYTES))
  await storage.finishUpload(upload)
  const reading = request(at(await storage.downloadUrl(pdfDownload(upload.key)))).end()
  const [response] = await once(reading, 'response')
  await once(response, 'readable')
  expect(openStoredFiles(parts.app)).toHaveLength(1)

  reading.destroy()
  await eventually(() => openStoredFiles(parts.app).length === 0)
})

describe('threat 39: a resumed download', () => {
  async function known() {
    const url = at(await storage.downloadUrl(pdfDownload(await uploader.stored())))
    const { headers } = await fetch(url, { method: 'HEAD' })
    return { url, etag: headers.get('etag') ?? '', lastModified: headers.get('last-modified') ?? '', headers }
  }
  const statusOf = async (url: string, headers: Record<string, string>) => (await fetch(url, { headers })).status

  test('HEAD has all headers and no body', async () => {
    const { headers } = await known()
    expect(headers.get('content-length')).toBe('1000')
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('content-type')).toBe('application/pdf')
  })

  test('of the same file gets the rest, and of a changed one the whole file', async () => {
    const { url, etag, lastModified } = await known()
    const range = 'bytes=500-'
    expect(await statusOf(url, { range, 'if-range': etag })).toBe(206)
    expect(await statusOf(url, { range, 'if-range': lastModified })).toBe(206)
    expect(await statusOf(url, { range, 'if-range': '"another"' })).toBe(200)
    expect(await statusOf(url, { range, 'if-range': new Date(0).toUTCString() })).toBe(200)
  })

  test('of a file that the browser already has is not sent again', async () => {
    const { url, etag, lastModified } = await known()
    expect(await statusOf(url, { 'if-none-match': etag })).toBe(304)
    expect(await statusOf(url, { 'if-none-match': '"another", "more"' })).toBe(200)
    expect(await statusOf(url, { 'if-modified-since': lastModified })).toBe(304)
    expect(await statusOf(url, { 'if-modified-since': new Date(0).toUTCString() })).toBe(200)
  })

  test('past the end gets the length of the file', async () => {
    const { url } = await known()
    const { status, headers } = await fetch(url, { headers: { range: 'bytes=1000-' } })
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  })
})

test('a missing file is not found, although its URL is signed', async () => {
  expect((await fetch(at(await storage.downloadUrl(pdfDownload(newStorageKey('documents')))))).status).toBe(404)
})
