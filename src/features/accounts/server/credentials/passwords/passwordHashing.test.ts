import { readFile } from 'node:fs/promises'
import { hash } from '@node-rs/argon2'
import { expect, onTestFinished, test } from 'vitest'
import { createAgent, PASSWORD } from '../../../../../../test/fixtures/agents.ts'
import { expectRateLimited } from '../../../../../../test/support/rateLimit.ts'
import { openServices } from '../../../../../../test/support/services/services.ts'
import {
  divideHashingBy,
  hashPassword,
  needsRehash,
  requirePassword,
  verifyPassword,
} from './passwordHashing.server.ts'

const CHEAP_OPTIONS = { memoryCost: 8, timeCost: 1, parallelism: 1 }

test('threat 1: a password is hashed with argon2id at the specified cost and a new salt each time', async () => {
  const [first, second] = await Promise.all([hashPassword('kererū 7'), hashPassword('kererū 7')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(needsRehash(first)).toBe(false)
  expect(needsRehash(first.replace('t=2', 't=1'))).toBe(true)
})

test('threat 2: only the exact password is accepted, to its last byte', async () => {
  const long = 'x'.repeat(72)
  const kept = await hashPassword(`${long}a`)
  expect(await verifyPassword(`${long}a`, kept)).toBe(true)
  expect(await verifyPassword(`${long}b`, kept)).toBe(false)
})

test('without an account every password is wrong, even the one behind the dummy hash', async () => {
  expect(await verifyPassword('nobody has this password', undefined)).toBe(false)
})

test('threat 5: many hashes at once are queued, and all are completed', async () => {
  const kept = await hashPassword('right')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => verifyPassword(index % 2 ? 'right' : 'wrong', kept)),
  )
  expect(answers.filter(Boolean)).toHaveLength(10)
})

test('threat 5: a thousand passwords may wait while two are checked; the next is refused at once', async () => {
  const cheapHash = await hash('right', CHEAP_OPTIONS)
  const answers = await Promise.allSettled(Array.from({ length: 1_003 }, () => verifyPassword('wrong', cheapHash)))
  expect(answers.pop()).toMatchObject({ status: 'rejected', reason: { status: 503 } })
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('threat 5: two web processes on one machine have half of that each', async () => {
  divideHashingBy(2)
  onTestFinished(() => divideHashingBy(1))
  const cheapHash = await hash('right', CHEAP_OPTIONS)
  const answers = await Promise.allSettled(Array.from({ length: 502 }, () => verifyPassword('wrong', cheapHash)))
  expect(answers.pop()).toMatchObject({ status: 'rejected', reason: { status: 503 } })
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('threat 4: an action that asks for the password names the field of a wrong one, and allows ten in 15 minutes', async () => {
  const { services, database, close } = await openServices()
  onTestFinished(close)
  const cheapHash = await hash(PASSWORD, CHEAP_OPTIONS)
  const agent = await createAgent(database.db, { password: cheapHash })
  const otherAgent = await createAgent(database.db, { password: cheapHash })
  const enter = (password: string, whose = agent) => requirePassword(services, whose, password, 'current')
  for (let turn = 1; turn <= 9; turn++)
    await expect(enter('wrong')).rejects.toMatchObject({ status: 400, fields: { current: 'That’s not your password' } })
  // The right password resets the count.
  await enter(PASSWORD)
  for (let turn = 1; turn <= 10; turn++) await expect(enter('wrong')).rejects.toMatchObject({ status: 400 })
  await expectRateLimited(enter(PASSWORD), 15 * 60)
  await enter(PASSWORD, otherAgent)
})

test('threat 5: hashing leaves threads free: a file is read while most passwords are still queued', async () => {
  const COUNT = 60
  const kept = await hashPassword('right')
  let verified = 0
  const flood = Array.from({ length: COUNT }, async () => {
    await verifyPassword('wrong', kept)
    verified += 1
  })
  // Node reads files in the thread pool that hashes: behind a full pool, this read would be the last to finish.
  await readFile(import.meta.filename)
  expect(verified).toBeLessThan(COUNT / 2)
  await Promise.all(flood)
})
