import { once } from 'node:events'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { type ClientRequest, request, Server } from 'node:http'
import { connect } from 'node:net'
import { basename, dirname, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hash, someBytes } from '../../../../test/fixtures/content/bytes.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { openDisk } from '../../../../test/support/services/storages.ts'
import { collectAll, createUploader, PDF, pdfDownload } from '../../../../test/support/uploader.ts'
import { cutOffSlowBodies } from '../../http/slowClients.server.ts'
import { type ByteRange, PART_BYTES } from '../storage.ts'
import { newStorageKey } from '../storageKeys.server.ts'
import { commitPartsFolder, findDiskFile } from './diskFiles.server.ts'

let disk: Awaited<ReturnType<typeof openDisk>>
let uploader: ReturnType<typeof createUploader>
beforeAll(async () => {
  disk = await openDisk()
  uploader = createUploader(disk)
})
afterAll(() => disk.close())

const pathOf = (key: string) => join(disk.folder, key)
async function storedInParts(file: Uint8Array<ArrayBuffer>) {
  const upload = await uploader.begin(file.length)
  await uploader.sendAll(upload, file)
  await disk.storage.finishUpload(upload)
  return upload.key
}
/** What the folder contains under this key, finished or not. */
const leftOf = (key: string) =>
  readdirSync(disk.folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes(basename(key)))
/** The status of the response, or the error of the connection. */
const statusFrom = (sent: ClientRequest) =>
  new Promise((resolve) => {
    sent.once('response', (answer) => resolve(answer.resume().statusCode))
    sent.once('error', resolve)
  })
const statusOf = async (key: string) => (await fetch(disk.at(await disk.storage.downloadUrl(pdfDownload(key))))).status

describe('threat 32: a planted symbolic link', () => {
  test('in place of a file is not followed', async () => {
    const key = newStorageKey('documents')
    mkdirSync(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
    symlinkSync('/etc/passwd', pathOf(key))

    expect(await statusOf(key)).toBe(404)
    expect(await disk.storage.stat(key)).toBeUndefined()
    expect((await collectAll(disk.storage.list())).filter((stored) => stored.key === key)).toEqual([])
  })

  test('in place of a folder is not followed, nor written through', async () => {
    const key = await uploader.stored()
    const folder = dirname(pathOf(key))
    renameSync(folder, `${disk.folder}-evil`)
    symlinkSync(`${disk.folder}-evil`, folder)
    onTestFinished(() => rmSync(folder))

    expect(await statusOf(key)).toBe(404)
    const beside = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    await expect(disk.storage.write(beside, someBytes(3), 'image/webp')).rejects.toThrow('is a link')
    const upload = { key: beside, contentType: PDF, contentLength: 3 }
    expect((await uploader.put(await uploader.urlOf(upload), someBytes(3))).status).toBe(500)
    expect(readdirSync(`${disk.folder}-evil`)).toHaveLength(1)
    expect(leftOf(beside)).toEqual([])
  })

  test('to itself, or a file in place of a folder, means that nothing is stored there', async () => {
    const [inLoop, inFile] = [newStorageKey('documents'), newStorageKey('documents')]
    mkdirSync(pathOf('documents'), { recursive: true, mode: 0o700 })
    for (const key of [inLoop, inFile]) rmSync(dirname(pathOf(key)), { recursive: true, force: true })
    symlinkSync(dirname(pathOf(inLoop)), dirname(pathOf(inLoop)))
    writeFileSync(dirname(pathOf(inFile)), 'by hand')
    onTestFinished(() => {
      for (const key of [inLoop, inFile]) rmSync(dirname(pathOf(key)))
    })
    for (const key of [inLoop, inFile]) {
      expect(await disk.storage.stat(key)).toBeUndefined()
      expect(await statusOf(key)).toBe(404)
      await disk.storage.remove(key)
      await expect(disk.storage.write(key, someBytes(3), 'image/webp')).rejects.toThrow()
      expect(leftOf(key)).toEqual([])
    }
  })
})

describe('threat 33: a part that is still being uploaded', () => {
  test('when another process finishes the file does not get into it', async () => {
    const file = someBytes(PART_BYTES + 10)
    const upload = await uploader.begin(file.length)
    const [first] = await uploader.urlsOf(upload)
    const slow = request(disk.at(first?.url ?? ''), {
      method: 'PUT',
      headers: { ...first?.headers, 'content-length': PART_BYTES },
    })
    slow.write(someBytes(PART_BYTES - 5, 7))
    const drafts = () => readdirSync(join(disk.folder, '.unfinished')).length
    await eventually(() => drafts() > 1)

    const otherProcess = await openDisk(disk.dataDir)
    onTestFinished(otherProcess.close)
    await createUploader(otherProcess).sendAll(upload, file)
    await otherProcess.storage.finishUpload(upload)
    slow.end(someBytes(5, 7))

    expect(await statusFrom(slow)).toBe(404)
    expect(hash(await buffer(await disk.storage.read(upload.key)))).toBe(hash(file))
    expect(drafts()).toBe(0)
  })
})

test('files are readable by their owner only', async () => {
  const key = await uploader.stored()
  expect(statSync(pathOf(key)).mode & 0o777).toBe(0o600)
  for (let folder = dirname(pathOf(key)); folder !== dirname(disk.folder); folder = dirname(folder))
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  const inParts = pathOf(await storedInParts(someBytes(PART_BYTES + 1)))
  expect(statSync(inParts).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(inParts)) expect(statSync(join(inParts, name)).mode & 0o777).toBe(0o600)
})

test('a large file is not copied when it is finished: its parts are the file', async () => {
  const key = await storedInParts(someBytes(PART_BYTES + 10))
  expect(readdirSync(pathOf(key))).toEqual(['00001', '00002'])
})

test('a removed file leaves nothing behind, whether it was one file or a folder of parts', async () => {
  for (const key of [await uploader.stored(), await storedInParts(someBytes(PART_BYTES + 10))]) {
    await disk.storage.remove(key)
    expect(leftOf(key)).toEqual([])
  }
})

test('a file whose source fails leaves nothing behind', async () => {
  const key = newStorageKey('documents')
  const failing = (async function* () {
    yield someBytes(100)
    throw new Error('the source failed')
  })()
  const leftWhenFailed = disk.storage
    .write(key, failing, 'image/webp')
    .catch((error) => [error.message, ...leftOf(key)])
  expect(await leftWhenFailed).toEqual(['the source failed'])
})

test('a small upload leaves its file and nothing else, and is not replaced by a second one', async () => {
  const upload = await uploader.begin(10)
  const part = await uploader.urlOf(upload)
  expect((await uploader.put(part, someBytes(10))).status).toBe(200)
  expect(leftOf(upload.key)).toEqual([upload.key])
  expect((await uploader.put(part, someBytes(10, 7))).status).toBe(412)
  expect(leftOf(upload.key)).toEqual([upload.key])
  expect(hash(await buffer(await disk.storage.read(upload.key)))).toBe(hash(someBytes(10)))
})

test('a small upload that another process finishes first is refused, and leaves nothing behind', async () => {
  const upload = await uploader.begin(10)
  const part = await uploader.urlOf(upload)
  const slow = request(disk.at(part.url), { method: 'PUT', headers: { ...part.headers, 'content-length': 10 } })
  slow.write(someBytes(5, 7))
  await eventually(() => leftOf(upload.key).length > 0)
  expect((await uploader.put(part, someBytes(10))).status).toBe(409)

  const otherProcess = await openDisk(disk.dataDir)
  onTestFinished(otherProcess.close)
  await createUploader(otherProcess).sendAll(upload, someBytes(10))
  slow.end(someBytes(5, 7))

  expect(await statusFrom(slow)).toBe(412)
  expect(leftOf(upload.key)).toEqual([upload.key])
  expect(hash(await buffer(await disk.storage.read(upload.key)))).toBe(hash(someBytes(10)))
})

test('a part is not replaced by a second one, and an error of the disk is not called a missing upload', async () => {
  const upload = await uploader.begin(PART_BYTES + 10)
  const last = (await uploader.urlsOf(upload))[1]
  if (!last) throw new Error('There is no second part.')
  const send = async (seed: number) => (await uploader.put(last, someBytes(0), { body: someBytes(10, seed) })).status
  const [path = ''] = leftOf(upload.key)
  mkdirSync(pathOf(join(path, '00002')))
  expect(await send(1)).toBe(500)
  rmSync(pathOf(join(path, '00002')), { recursive: true })
  expect(await send(1)).toBe(200)
  expect(await send(2)).toBe(412)
  expect(readFileSync(pathOf(join(path, '00002')))).toEqual(Buffer.from(someBytes(10, 1)))
  expect(leftOf(upload.key)).toEqual([path, join(path, '00002')])
})

test('an upload that does not say its length is refused as soon as too much has arrived', async () => {
  const part = await uploader.urlOf(await uploader.begin(10))
  const endless = request(disk.at(part.url), { method: 'PUT', headers: part.headers })
  onTestFinished(() => void endless.destroy())
  endless.write(someBytes(PART_BYTES))
  expect(await statusFrom(endless)).toBe(413)
})

test('an upload may take longer than other requests', async () => {
  const own = await openDisk(disk.dataDir)
  onTestFinished(own.close)
  if (!(own.server instanceof Server)) throw new Error('This is not a server of Node.')
  // Long enough for a busy computer to recognise the upload, which it reads the disk for.
  cutOffSlowBodies(own.server, 5_000)
  const upload = await uploader.begin(10)
  const part = await uploader.urlOf(upload)
  const headers = { ...part.headers, 'content-length': 10 }
  const slow = request(own.at(part.url), { method: 'PUT', headers })
  const answered = statusFrom(slow)
  slow.write(someBytes(5))
  await eventually(() => leftOf(upload.key).length > 0)

  const { hostname, port } = new URL(own.at('/'))
  const other = connect(Number(port), hostname).resume()
  other.write('PUT /storage/unknown HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nHalf ')
  await once(other, 'close')
  slow.end(someBytes(10).subarray(5))
  expect(await answered).toBe(200)
})

test('an upload begins with the size of its parts, and with an id only if it needs several', async () => {
  const begin = (contentLength: number, key = newStorageKey('documents')) =>
    disk.storage.beginUpload({ key, contentType: PDF, contentLength })
  expect(await begin(PART_BYTES)).toEqual({ partSize: PART_BYTES })
  expect(await begin(PART_BYTES + 1)).toEqual({
    partSize: PART_BYTES,
    uploadId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  await expect(begin(PART_BYTES, '../x')).rejects.toThrow('not the key of a stored file')
  const upload = { ...(await uploader.begin(PART_BYTES + 1)), uploadId: '../x' }
  await expect(uploader.urlsOf(upload)).rejects.toThrow('not the id of an upload')
})

test('a file in parts is read whole or by ranges, with one buffer of 64 kB', async () => {
  const file = someBytes(PART_BYTES + 10)
  const key = await storedInParts(file)
  const read = async (range?: ByteRange) => {
    const stream = await disk.storage.read(key, range)
    expect(stream).toMatchObject({ readableObjectMode: false, readableHighWaterMark: 64 * 1024 })
    return hash(await buffer(stream))
  }
  expect(await read()).toBe(hash(file))
  for (const [start, end] of [
    [0, 0],
    [PART_BYTES - 1, PART_BYTES - 1],
    [PART_BYTES, PART_BYTES],
    [PART_BYTES - 3, PART_BYTES + 2],
    [PART_BYTES + 5, PART_BYTES + 9],
  ] as const)
    expect(await read({ start, end }), `${start}-${end}`).toBe(hash(file.subarray(start, end + 1)))
})

test('writing and removing files leaves none of them open', async () => {
  const countOpen = () => readdirSync('/proc/self/fd').length
  const key = newStorageKey('documents')
  const before = countOpen()
  for (let n = 0; n < 30; n += 1) {
    await disk.storage.write(key, someBytes(3), 'image/webp')
    await disk.storage.remove(key)
  }
  expect(countOpen() - before).toBeLessThan(15)
})

test('a file in parts cannot be replaced, and the attempt leaves nothing behind', async () => {
  const key = await storedInParts(someBytes(PART_BYTES + 10))
  const leftWhenFailed = disk.storage.write(key, someBytes(3), PDF).catch((error) => [error.code, ...leftOf(key)])
  expect(await leftWhenFailed).toEqual(['EISDIR', key, `${key}/00001`, `${key}/00002`])
})

test('a file is on disk, with its name, before it counts as stored', async () => {
  const own = await openDisk()
  onTestFinished(own.close)
  const synced = await recordSynced(own.folder)
  const key = 'documents/3f/3f0a1b2c3d4e5f60718293a4b5c6d7e8'
  const syncedFor = async (stored: Promise<unknown>) => {
    await stored
    return synced.splice(0)
  }
  const draft = expect.stringMatching(/^\.unfinished\/documents\.3f\.\w+\.\w+$/)
  expect(await syncedFor(own.storage.write(key, someBytes(3), PDF))).toEqual([draft, 'documents', '', 'documents/3f'])
  expect(await syncedFor(own.storage.write(key, someBytes(4), PDF))).toEqual([draft, 'documents/3f'])

  const uploads = createUploader(own)
  const large = { key: key.replaceAll('3f', '4e'), contentType: PDF, contentLength: PART_BYTES + 1 }
  const upload = { ...large, ...(await own.storage.beginUpload(large)) }
  await uploads.sendAll(upload, someBytes(PART_BYTES + 1))
  const parts = `.unfinished/documents.4e.${basename(large.key)}.${upload.uploadId}`
  const part = expect.stringContaining('.unfinished/documents.4e.')
  expect(synced.splice(0)).toEqual([part, parts, part, parts])
  expect(await syncedFor(own.storage.finishUpload(upload))).toEqual(['documents', parts, 'documents/4e'])
})

/** The paths below a folder that the operating system has written to the disk, in order. */
async function recordSynced(folder: string) {
  const handle = await open(folder)
  const files: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = files
  const synced: string[] = []
  files.sync = async function (this: FileHandle) {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`)
    await sync.call(this)
    synced.push(relative(folder, path))
  }
  onTestFinished(() => {
    files.sync = sync
  })
  return synced
}

test('parts become a file only if they are there and its name is free', async () => {
  const [parts, taken] = [pathOf(newStorageKey('documents')), pathOf(newStorageKey('documents'))]
  for (const [folder, name] of [
    [parts, 'new'],
    [taken, 'old'],
  ] as const) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, name), name)
  }
  await commitPartsFolder(`${parts}-missing`, taken)
  await commitPartsFolder(parts, taken)
  expect([readdirSync(parts), readdirSync(taken)]).toEqual([['new'], ['old']])
})

test('an error of the disk is not mistaken for a missing file', async () => {
  const tooLong = join(disk.folder, 'x'.repeat(300))
  await expect(findDiskFile(tooLong)).rejects.toMatchObject({ code: 'ENAMETOOLONG' })
  renameSync(pathOf('.unfinished'), pathOf('away'))
  onTestFinished(() => renameSync(pathOf('away'), pathOf('.unfinished')))
  const opening = { code: 'ENOENT', syscall: 'open' }
  await expect(disk.storage.write(newStorageKey('documents'), someBytes(3), PDF)).rejects.toMatchObject(opening)
  await expect(uploader.begin(PART_BYTES + 1)).rejects.toMatchObject({ code: 'ENOENT' })
  // A folder cannot be moved into itself.
  await expect(commitPartsFolder(disk.folder, join(disk.folder, 'a', 'b'))).rejects.toMatchObject({ code: 'EINVAL' })
})

test('a file that cannot be removed is an error', async () => {
  const key = newStorageKey('documents')
  mkdirSync(dirname(dirname(pathOf(key))), { recursive: true, mode: 0o700 })
  // Another file system, from which nothing can be moved.
  rmSync(dirname(pathOf(key)), { recursive: true, force: true })
  symlinkSync('/dev', dirname(pathOf(key)))
  onTestFinished(() => rmSync(dirname(pathOf(key))))
  await expect(disk.storage.remove(key)).rejects.toMatchObject({ code: 'EXDEV' })
})

test('other files in the folder are left alone', async () => {
  writeFileSync(pathOf('notes.txt'), 'by hand')
  writeFileSync(join(disk.folder, '.unfinished', 'notes.txt'), 'by hand')
  expect((await collectAll(disk.storage.list())).filter(({ key }) => key.includes('notes'))).toEqual([])
  expect((await collectAll(disk.storage.listUnfinished())).filter(({ key }) => key.includes('notes'))).toEqual([])
})
