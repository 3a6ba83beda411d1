import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import type { Step } from '../../../test/support/processes/managedProcess.ts'
import { temporaryFolder } from '../../../test/support/temporaryFolder.ts'
import { projectRoot } from '../config/projectRoot.server.ts'
import { createLog } from '../telemetry/log.server.ts'
import { keepRunning } from './keepRunning.server.ts'
import { MANAGED } from './primaryChannel.server.ts'

/** A process whose starts take these steps, one after the other. */
const keepRunningThrough = (...steps: Step[]) => keepKindRunning('web', steps)

async function keepKindRunning(kind: 'web' | 'worker', steps: Step[]) {
  const list = join(await temporaryFolder(), 'steps.json')
  writeFileSync(list, JSON.stringify(steps))
  const kept = keepRunning({
    kind,
    launch: () =>
      fork(join(projectRoot, 'test/support/processes/managedProcess.ts'), [MANAGED, list], {
        serialization: 'advanced',
      }),
    log: createLog({ level: 'silent' }),
    answers: { runMediaTask: () => ({ result: undefined }), collectMetrics: () => [] },
  })
  onTestFinished(kept.stop)
  return { ...kept, stepsLeft: (): Step[] => JSON.parse(readFileSync(list, 'utf8')) }
}

test('a first web process that cannot start is not replaced: its reason is reported', async () => {
  const { ready, stepsLeft, channel } = await keepRunningThrough('cannot start', 'is ready')
  await expect(ready).rejects.toThrow('The database is on holiday.')
  expect(stepsLeft()).toEqual(['is ready'])
  expect(channel()).toBeUndefined()
})

test('a first web process that ends without a reason is reported with how it ended', async () => {
  const { ready } = await keepRunningThrough('ends')
  await expect(ready).rejects.toThrow('A web process ended before it was ready: code 3.')
})

test('a worker is tried again even if the first cannot start: the web processes serve meanwhile', async () => {
  const { channel, stepsLeft } = await keepKindRunning('worker', ['cannot start', 'is ready'])
  await eventually(channel)
  expect(stepsLeft()).toEqual([])
})

test('a process that was ready is replaced, again and again until the next one is ready', async () => {
  const { ready, kill, channel, stepsLeft } = await keepRunningThrough('is ready', 'ends', 'cannot start', 'is ready')
  await ready
  const first = channel()
  kill()
  await eventually(() => channel() !== first && channel())
  expect(stepsLeft()).toEqual([])
})

test('a stop ends the wait for the next attempt', async () => {
  const many = Array<Step>(20).fill('ends')
  const { ready, kill, stop, stepsLeft } = await keepRunningThrough('is ready', ...many)
  await ready
  kill()
  await eventually(() => stepsLeft().length < 18)
  await stop()
  expect(stepsLeft().length).toBeGreaterThan(10)
})
