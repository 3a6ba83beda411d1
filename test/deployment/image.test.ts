import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '../../src/values/time.ts'
import { freshDatabase } from '../support/database.ts'
import { freePort, startBuiltApp, TEST_SECRET } from '../support/processes/app.ts'
import { allWork, statusesOfNativeParts } from '../support/processes/statusesOfNativeParts.ts'

/** Run by `npm run test:services -- image-arm64`. */
const { TEST_IMAGE = '', TEST_IMAGE_ARCH = '' } = process.env

/** What the header of a Linux program calls its processor. */
const MACHINES: Record<string, number> = { x64: 62, arm64: 183 }

/** A start that takes a second takes minutes for another processor. */
const EMULATED_TIMEOUT_MS = 15 * MINUTE_MS

test('the image is for the processor that it was built for', () => {
  const machineOf = (program: string) => readFileSync(join(TEST_IMAGE, program)).readUInt16LE(18)
  const platform = `linux-${TEST_IMAGE_ARCH}-gnu`
  const native = `app/node_modules/@node-rs/argon2-${platform}/argon2.${platform}.node`
  expect([machineOf('usr/local/bin/node'), machineOf(native)]).toEqual(Array(2).fill(MACHINES[TEST_IMAGE_ARCH]))
})

test('the application runs from the image, with everything that differs between processors', {
  timeout: EMULATED_TIMEOUT_MS,
}, async () => {
  const { db, url: DATABASE_URL } = await freshDatabase()
  const port = String(await freePort())
  const env = { PORT: port, APP_URL: `http://localhost:${port}`, APP_SECRET: TEST_SECRET, DATABASE_URL }
  const app = await startBuiltApp(env)
  onTestFinished(async () => void (await app.stop()))
  expect(await statusesOfNativeParts(env.APP_URL, db)).toEqual(allWork)
})
