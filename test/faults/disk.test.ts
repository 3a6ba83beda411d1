import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import type { LatestExport } from '../../src/features/accounts/settings.functions.ts'
import type { beginUpload } from '../../src/features/files/server/beginUpload.server.ts'
import { createDiskStorage } from '../../src/platform/storage/disk/diskStorage.server.ts'
import { createSignedInAgent } from '../fixtures/agents.ts'
import { buyerCalls } from '../fixtures/buyers.ts'
import { someBytes } from '../fixtures/content/bytes.ts'
import { phonePhoto } from '../fixtures/content/photos.ts'
import { emailsTo } from '../fixtures/emails.ts'
import { createListingWithDocuments } from '../fixtures/files.ts'
import { unzip } from '../support/content/unzip.ts'
import { eventually } from '../support/eventually.ts'
import { preloading, TEST_SECRET } from '../support/processes/app.ts'
import { appStorage } from '../support/processes/appData.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'
import { makeJobsDue } from '../support/services/services.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { collectAll, createUploader } from '../support/uploader.ts'

const FULL_DISK = join(await temporaryFolder(), 'full')
const parts = useDeployedApp({ ...preloading('fullDisk.mjs'), FULL_DISK, TRUSTED_PROXIES: '127.0.0.1' })

const fill = (folder = '') => writeFileSync(FULL_DISK, folder)
const makeRoom = () => rmSync(FULL_DISK, { force: true })
afterEach(makeRoom)

test('a full disk: leads are accepted and emailed later, an upload is asked to try again, and continues where it was', async () => {
  const listing = await createListingWithDocuments(parts)
  const storage = createDiskStorage({ folder: join(parts.app.dataDir, 'files'), secret: TEST_SECRET })
  const uploader = createUploader({ storage, at: (url) => parts.url + url })
  const bytes = someBytes(1_000)
  const upload = await uploader.begin(bytes.length)
  const part = await uploader.urlOf(upload)

  fill()
  const { status, email } = await buyerCalls(parts).submitLead(listing.id)
  expect(status).toBe(200)
  expect((await uploader.put(part, bytes)).status).toBe(503)
  await parts.app.saying('"msg":"storage unavailable"')
  await parts.app.saying('"msg":"job failed"')
  expect(await emailsTo(parts.app.dataDir, email)).toEqual([])

  makeRoom()
  expect((await uploader.put(part, bytes)).status).toBe(200)
  await eventually(async () => {
    await makeJobsDue(parts.database, 'mail')
    return (await emailsTo(parts.app.dataDir, email)).length === 1
  })
})

test('a disk without room for a photo’s variants: it stays in preparation, nothing partial is shown, and it becomes ready by itself', async () => {
  const { cookie, post } = await createSignedInAgent(parts)
  const bytes = new Uint8Array(await phonePhoto())
  const request = { name: 'Front.jpg', contentType: 'image/jpeg', contentLength: String(bytes.length) }
  const begun = (await post('getUploadUrl', request)).result as Awaited<ReturnType<typeof beginUpload>>
  for (const { url, headers } of begun.parts)
    expect((await fetch(parts.url + url, { method: 'PUT', headers, body: bytes })).status).toBe(200)
  fill(join(parts.app.dataDir, 'files'))
  const { id } = (await post('finishUpload', { uploadId: begun.uploadId })).result as { id: string }
  const stateOf = async () => (await parts.database.sql`select state from file where id = ${id}`)[0]?.state
  const picture = (width: number) => fetch(`${parts.url}/photos/${id}/${width}`, { headers: { cookie } })

  await parts.app.saying('"job":"prepare_file"')
  expect(await stateOf()).toBe('processing')
  for (const width of [480, 960, 1920]) expect((await picture(width)).status).toBe(404)

  makeRoom()
  await eventually(async () => {
    await makeJobsDue(parts.database, 'prepare_file')
    return (await stateOf()) === 'ready'
  })
  expect(await sharp(await (await picture(480)).arrayBuffer()).metadata()).toMatchObject({ width: 480 })
})

test('a disk without room for an export: it waits, nothing partial is left, and it completes by itself', async () => {
  const { cookie, get, post } = await createSignedInAgent(parts)
  const latest = async () => (await get('fetchLatestExport')).result as LatestExport
  fill(join(parts.app.dataDir, 'files'))
  expect((await post('requestExport')).status).toBe(200)
  await parts.app.saying('"job":"make_export"')
  await eventually(async () => (await latest()).state === 'waiting')
  expect(await collectAll(appStorage(parts.app.dataDir).list('exports'))).toEqual([])

  makeRoom()
  await eventually(async () => {
    await makeJobsDue(parts.database, 'make_export')
    return (await latest()).state === 'ready'
  })
  const answer = await fetch(`${parts.url}/portal/exports/${(await latest()).id}`, { headers: { cookie } })
  expect([...unzip(Buffer.from(await answer.arrayBuffer())).keys()]).toContain('account.json')
})
