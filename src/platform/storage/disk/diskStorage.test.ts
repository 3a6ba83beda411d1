import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hash, someBytes } from '../../../../test/fixtures/content/bytes.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { openDisk } from '../../../../test/support/services/storages.ts'
import { collectAll, createUploader, pdfDownload } from '../../../../test/support/uploader.ts'
import { PART_BYTES } from '../storage.ts'
import { newStorageKey } from '../storageKeys.server.ts'

let disk: Awaited<ReturnType<typeof openDisk>>
let uploader: ReturnType<typeof createUploader>
beforeAll(async () => {
  disk = await openDisk()
  uploader = createUploader(disk)
})
afterAll(() => disk.close())

const pathOf = (key: string) => join(disk.folder, key)
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

    expect(await statusOf(key)).toBe(404)
    const beside = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    await expect(disk.storage.write(beside, someBytes(3), 'image/webp')).rejects.toThrow('is a link')
    expect(readdirSync(`${disk.folder}-evil`)).toHaveLength(1)
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

    const [answer] = await once(slow, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(404)
    expect(hash(await buffer(await disk.storage.read(upload.key)))).toBe(hash(file))
    expect(drafts()).toBe(0)
  })
})

test('files are readable by their owner only', async () => {
  const key = await uploader.stored()
  expect(statSync(pathOf(key)).mode & 0o777).toBe(0o600)
  for (let folder = dirname(pathOf(key)); folder !== dirname(disk.folder); folder = dirname(folder))
    expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a large file is not copied when it is finished: its parts are the file', async () => {
  const file = someBytes(PART_BYTES + 10)
  const upload = await uploader.begin(file.length)
  await uploader.sendAll(upload, file)
  await disk.storage.finishUpload(upload)
  expect(readdirSync(pathOf(upload.key))).toEqual(['00001', '00002'])
})

test('other files in the folder are left alone', async () => {
  writeFileSync(pathOf('notes.txt'), 'by hand')
  writeFileSync(join(disk.folder, '.unfinished', 'notes.txt'), 'by hand')
  expect((await collectAll(disk.storage.list())).filter(({ key }) => key.includes('notes'))).toEqual([])
  expect((await collectAll(disk.storage.listUnfinished())).filter(({ key }) => key.includes('notes'))).toEqual([])
})
