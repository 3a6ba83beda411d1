import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { removeAbandonedTemporaryFolders, withTemporaryFolder } from './temporaryFolders.server.ts'

test('copies that a killed process left behind are removed at the next start, those of running processes are not', async () => {
  const dataDir = await temporaryFolder()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const leave = (name: string) => {
    mkdirSync(join(dataDir, 'tmp', name), { recursive: true })
    writeFileSync(join(dataDir, 'tmp', name, 'copy'), 'a document')
    return name
  }
  const host = hostname().replaceAll(/[^\w-]/g, '_')
  leave(`${host}.${killed.pid}.abc`)
  // In a container every start has the same process id.
  leave(`${host}.${process.pid}.abc`)
  const running = leave(`${host}.${process.ppid}.abc`)
  const elsewhere = leave('worker-1.7.abc')
  const longGone = leave('worker-0.7.abc')
  utimesSync(join(dataDir, 'tmp', longGone), new Date(0), new Date(0))

  await withTemporaryFolder(dataDir, async (folder) => {
    writeFileSync(join(folder, 'copy'), 'ours')
    await removeAbandonedTemporaryFolders(dataDir)
    expect(readdirSync(folder)).toEqual(['copy'])
  })

  expect(readdirSync(join(dataDir, 'tmp')).filter((name) => name.endsWith('.abc'))).toEqual([running, elsewhere].sort())
})
