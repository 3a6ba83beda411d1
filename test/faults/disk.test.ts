import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskStorage } from '#platform/storage/disk/disk.server.ts'
import { buyersOf, publishHome } from '../support/buyers.ts'
import { someBytes } from '../support/bytes.ts'
import { TEST_SECRET, useDeployedApp } from '../support/deployed.ts'
import { eventually } from '../support/eventually.ts'
import { mailTo } from '../support/mailbox.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { uploaderTo } from '../support/uploader.ts'

const FULL_DISK = join(await temporaryFolder(), 'full')
const preload = join(import.meta.dirname, '../support/fullDisk.mjs')
const parts = useDeployedApp({ NODE_OPTIONS: `--import=${preload}`, FULL_DISK, TRUSTED_PROXIES: '127.0.0.1' })

test('a disk without room: leads are taken and mailed later, an upload is asked to try again, and goes on where it was', async () => {
  const home = await publishHome(parts)
  const storage = createDiskStorage({ folder: join(parts.app.dataDir, 'files'), secret: TEST_SECRET })
  const uploader = uploaderTo({ storage, at: (url) => parts.url + url })
  const bytes = someBytes(1_000)
  const upload = await uploader.begin(bytes.length)
  const part = await uploader.urlOf(upload)

  writeFileSync(FULL_DISK, '')
  const { status, email } = await buyersOf(parts).leave(home.id)
  expect(status).toBe(200)
  expect((await uploader.put(part, bytes)).status).toBe(503)
  await parts.app.saying('"msg":"storage unavailable"')
  await parts.app.saying('"msg":"job failed"')
  expect(await mailTo(parts.app.dataDir, email)).toEqual([])

  rmSync(FULL_DISK)
  expect((await uploader.put(part, bytes)).status).toBe(200)
  await eventually(async () => (await mailTo(parts.app.dataDir, email)).length === 1)
})
