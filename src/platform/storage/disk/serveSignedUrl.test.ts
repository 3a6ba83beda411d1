import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporaryFolder.ts'
import { collectAll } from '../../../../test/support/uploader.ts'
import { AppError } from '../../errors.ts'
import { PART_BYTES, type Storage } from '../storage.ts'
import { isStorageKey, newStorageKey, originalKey, variantKey } from '../storageKeys.server.ts'
import { createDiskLayout, newUnfinishedId, partName } from './diskFiles.server.ts'
import { createDiskStorage } from './diskStorage.server.ts'
import { createUrlSigner } from './urlSigner.server.ts'

const SECRET = 'a secret that is long enough for anybody'
const PDF = 'application/pdf'
const soon = () => new Date(Date.now() + 60_000)

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await temporaryFolder()
  storage = createDiskStorage({ folder, secret: SECRET })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The status of the answer, or of the refusal. */
async function statusOf(url: string, init?: RequestInit) {
  try {
    return (await storage.serve?.(new Request(new URL(url, 'http://localhost'), init)))?.status
  } catch (error) {
    if (error instanceof AppError) return error.status
    throw error
  }
}
const download = (key: string, expiresAt = soon()) =>
  storage.downloadUrl({ key, name: 'LIM.pdf', contentType: PDF, disposition: 'inline', expiresAt })

describe('threat 33: a signed URL', () => {
  const signer = createUrlSigner(SECRET)
  const key = newStorageKey('documents')
  const terms = { type: PDF, length: '10' }
  const queryOf = (url: string) => new URL(url, 'http://localhost').searchParams
  const signed = () => queryOf(signer.sign('PUT', key, soon(), terms))

  test('is parsed to what was signed, in any order', () => {
    const url = new URL(signer.sign('PUT', key, soon(), terms), 'http://localhost')
    expect(url.pathname).toBe(`/storage/${key}`)
    expect(signer.verify('PUT', key, url.searchParams)).toMatchObject(terms)
    const reversed = new URLSearchParams([...url.searchParams].toReversed())
    expect(signer.verify('PUT', key, reversed)).toMatchObject(terms)
    expect(createUrlSigner(SECRET).verify('PUT', key, reversed)).toMatchObject(terms)
  })

  test('from before an upgrade stays valid', () => {
    const fileKey = 'documents/3f/3f0a1b2c3d4e5f60718293a4b5c6d7e8'
    const sent = 'type=application%2Fpdf&length=10&part=2&upload=x&expires=4102444800'
    const query = new URLSearchParams(`${sent}&signature=ijAvwqGpskgRAJminqHSWKSJ08zhdfiXp5-8aY03T4k`)
    expect(signer.verify('PUT', fileKey, query)).toMatchObject({ type: PDF, length: '10', part: '2', upload: 'x' })
  })

  test('is valid for one method, one file and one secret', () => {
    expect(signer.verify('GET', key, signed())).toBeUndefined()
    expect(signer.verify('PUT', newStorageKey('documents'), signed())).toBeUndefined()
    expect(createUrlSigner(`${SECRET}x`).verify('PUT', key, signed())).toBeUndefined()
  })

  test('is invalid with anything changed, added or left out', () => {
    const changes: ((query: URLSearchParams) => void)[] = [
      (query) => query.set('type', 'text/html'),
      (query) => query.set('length', '11'),
      (query) => query.set('expires', String(Number(query.get('expires')) + 1)),
      (query) => query.delete('type'),
      (query) => query.delete('expires'),
      (query) => query.delete('signature'),
      (query) => query.set('signature', ''),
      (query) => query.set('signature', 'A'.repeat(43)),
      (query) => query.set('signature', `${query.get('signature')}A`),
      (query) => query.set('extra', '1'),
    ]
    for (const change of changes) {
      const query = signed()
      change(query)
      expect(signer.verify('PUT', key, query), String(query)).toBeUndefined()
    }
  })

  test('expires on time', () => {
    const at = (ms: number) => queryOf(signer.sign('GET', key, new Date(Date.now() + ms), {}))
    expect(signer.verify('GET', key, at(10_000))).toBeDefined()
    expect(signer.verify('GET', key, at(-1_000))).toBeUndefined()
    expect(signer.verify('GET', key, at(0))).toBeUndefined()
    const moment = new Date('2100-01-01T00:00:00Z')
    expect(queryOf(signer.sign('GET', key, moment, {})).get('expires')).toBe('4102444800')
  })

  test('opens its file, to show or download it, and accepts no other method', async () => {
    const stored = newStorageKey('documents')
    await storage.write(stored, new Uint8Array(10), PDF)
    const url = await download(stored)
    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(url, { method: 'HEAD' })).toBe(200)
    expect(await statusOf(url, { method: 'PUT', body: 'x' })).toBe(403)
    expect(await statusOf(url, { method: 'DELETE' })).toBe(403)
    expect(await statusOf(url.replace(stored, newStorageKey('documents')))).toBe(403)
    expect(await statusOf(await download(newStorageKey('documents')))).toBe(404)
    expect(await statusOf(await download(stored, new Date(Date.now() - 5_000)))).toBe(403)
  })

  test('opens a file whose name ends in half a character', async () => {
    const stored = newStorageKey('documents')
    await storage.write(stored, new Uint8Array(10), PDF)
    const name = 'LIM \ud83d'
    const url = await storage.downloadUrl({
      key: stored,
      name,
      contentType: PDF,
      disposition: 'inline',
      expiresAt: soon(),
    })
    expect(await statusOf(url)).toBe(200)
  })

  test('for an upload accepts a PUT of exactly its type and length', async () => {
    const upload = { key: newStorageKey('documents'), contentType: PDF, contentLength: 3 }
    const [part] = await storage.partUrls({ ...upload, expiresAt: soon() })
    const put = (headers: Record<string, string>, body: string) =>
      statusOf(part?.url ?? '', { method: 'PUT', headers, body })
    expect(await put({ 'content-type': 'text/html' }, 'abc')).toBe(403)
    expect(await put({ 'content-type': PDF }, 'ab')).toBe(400)
    expect(await put({ 'content-type': PDF }, 'abc')).toBe(200)
    expect(await storage.stat(upload.key)).toMatchObject({ size: 3 })
  })

  test('is checked after the key: an invalid key is not found, signed or not', async () => {
    for (const path of ['/storage/../secret', '/storage/', '/storage/documents', `/storage/${key}/x`])
      expect(await statusOf(path)).toBe(404)
  })
})

describe('threat 32: the key of a stored file', () => {
  const ID = '3f0a1b2c3d4e5f60718293a4b5c6d7e8'

  test('has a folder of letters, two digits, and an id that begins with them', () => {
    expect(isStorageKey(`documents/3f/${ID}`)).toBe(true)
    expect(isStorageKey(`documents/3f/${ID}-w640`)).toBe(true)
    expect(newStorageKey('photos')).toMatch(/^photos\/([0-9a-f]{2})\/\1[0-9a-f]{30}$/)
    expect(newStorageKey('photos')).not.toBe(newStorageKey('photos'))
  })

  test.each([
    `x documents/3f/${ID}`,
    `../documents/3f/${ID}`,
    `documents/3f/${ID}/x`,
    `documents/3f/${ID}-w640/x`,
    `documents/3f/${ID}\n`,
    `documents/3f/${ID}0`,
    `documents/3f/${ID.slice(1)}`,
    `documents/4f/${ID}`,
    `documents/3f/3f${'g'.repeat(30)}`,
    `Documents/3f/${ID}`,
    `.unfinished/3f/${ID}`,
    `/3f/${ID}`,
    `${'d'.repeat(21)}/3f/${ID}`,
    `documents/3f/${ID}-`,
    `documents/3f/${ID}-W640`,
    `documents/3f/${ID}-${'w'.repeat(41)}`,
    `documents/3f/${ID}-a-b`,
    '',
  ])('%j is none', async (key) => {
    expect(isStorageKey(key)).toBe(false)
    await expect(storage.stat(key)).rejects.toThrow('not the key of a stored file')
  })

  test('of a variant names the file it was made from', () => {
    expect(variantKey(`photos/3f/${ID}`, 'w640')).toBe(`photos/3f/${ID}-w640`)
    expect(originalKey(`photos/3f/${ID}-w640`)).toBe(`photos/3f/${ID}`)
    expect(originalKey(`photos/3f/${ID}`)).toBe(`photos/3f/${ID}`)
    expect(() => variantKey(`photos/3f/${ID}`, '../x')).toThrow('not the key of a stored file')
    expect(() => newStorageKey('../x')).toThrow('not the key of a stored file')
  })

  test('has one path below the folder, and another for its unfinished uploads', () => {
    const layout = createDiskLayout(folder)
    const [key, id] = [`documents/3f/${ID}`, newUnfinishedId()]
    expect(layout.fileOf(key)).toBe(join(layout.root, 'documents', '3f', ID))
    expect(layout.unfinishedOf(key, id)).toBe(join(layout.root, '.unfinished', `documents.3f.${ID}.${id}`))
    expect(layout.parseUnfinished(`documents.3f.${ID}.${id}`)).toEqual({ key, uploadId: id })
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(newUnfinishedId()).not.toBe(id)
    expect([partName(1), partName(12_345)]).toEqual(['00001', '12345'])
  })

  test('and the id of an upload have one format each; other names are ignored', async () => {
    const layout = createDiskLayout(folder)
    const key = `documents/3f/${ID}`
    for (const id of ['', '../x', 'x'.repeat(32), `${ID}0`, `0${ID}`, ID.toUpperCase(), `${ID}\n`]) {
      expect(() => layout.unfinishedOf(key, id)).toThrow('not the id of an upload')
      expect(layout.parseUnfinished(`documents.3f.${ID}.${id}`)).toBeUndefined()
    }
    for (const name of ['notes.txt', `notes.${ID}`, `documents.4f.${ID}.${ID}`, ID])
      expect(layout.parseUnfinished(name)).toBeUndefined()
  })

  test('of an unfinished upload is listed, in a folder that only its owner can read', async () => {
    const upload = { key: newStorageKey('documents'), contentType: PDF, contentLength: PART_BYTES + 1 }
    const { uploadId } = await storage.beginUpload(upload)
    const listed = await collectAll(storage.listUnfinished())
    expect(listed).toEqual([{ key: upload.key, uploadId, modifiedAt: expect.any(Date) }])
    expect(statSync(join(folder, '.unfinished')).mode & 0o7777).toBe(0o700)
  })

  test('opens nothing outside the folder', async () => {
    mkdirSync(join(folder, 'notes'), { recursive: true })
    writeFileSync(join(folder, 'notes', 'secret.txt'), 'by hand')
    expect(await statusOf('/storage/notes/secret.txt')).toBe(404)
    await expect(storage.read('notes/secret.txt')).rejects.toThrow('not the key of a stored file')
  })
})
