import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { contentForKey, hash } from '../../../../test/fixtures/content/bytes.ts'
import { isLong } from '../../../../test/support/longRun.ts'
import { temporaryFolder } from '../../../../test/support/temporaryFolder.ts'
import { collectAll } from '../../../../test/support/uploader.ts'
import { projectRoot } from '../../config/projectRoot.server.ts'
import { createDiskStorage } from './diskStorage.server.ts'

const KILLS = isLong ? 50 : 16
const AT_ONCE = 4

test('threat 40: of writers that are killed at any moment no partial file is ever visible', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const kills = Array.from({ length: KILLS }, (_, i) => 1 + (i % 4))
  await Promise.all(Array.from({ length: AT_ONCE }, () => killOneByOne(folder, kills)))

  const storage = createDiskStorage({ folder, secret: 'x'.repeat(32) })
  const files = await collectAll(storage.list())
  expect(files.length).toBeGreaterThan(KILLS)
  for (const { key } of files) expect(hash(await buffer(await storage.read(key))), key).toBe(hash(contentForKey(key)))

  const left = await collectAll(storage.listUnfinished())
  expect(left.length).toBeGreaterThan(0)
  for (const upload of left) await storage.abandonUpload(upload)
  expect(readdirSync(join(folder, '.unfinished'))).toEqual([])
}, 180_000)

async function killOneByOne(folder: string, kills: number[]) {
  for (let files = kills.pop(); files; files = kills.pop()) await killAfter(folder, files)
}

/** The moment of the kill is somewhere in the writing of that file, or shortly after. */
async function killAfter(folder: string, files: number) {
  const writer = spawn(process.execPath, [join(projectRoot, 'test/support/faults/writeUntilKilled.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(writer, 'exit')
  let said = ''
  writer.stdout.on('data', (chunk) => {
    said += chunk
    if (said.split('\n').length > files) writer.kill('SIGKILL')
  })
  expect(await ended).toEqual([null, 'SIGKILL'])
}
