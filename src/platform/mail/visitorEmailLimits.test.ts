import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/database.ts'
import { createLimits } from '../limits/rateLimits.server.ts'
import { mayEmailVisitor, requireEmailLimit, type VisitorEmail } from './visitorEmailLimits.server.ts'

const openLimits = async () => ({ limits: createLimits(await freshDatabase()) })
const toVictim: VisitorEmail = { to: 'victim@example.nz', recipient: 'unproven' }

async function countAllowed(services: Awaited<ReturnType<typeof openLimits>>, emails: VisitorEmail[]) {
  let allowed = 0
  for (const email of emails) if (await mayEmailVisitor(services, email)) allowed += 1
  return allowed
}

test('threat 81: an unverified address gets ten emails a day, from all senders and under all tags', async () => {
  const services = await openLimits()
  const emails = Array.from({ length: 14 }, (_, turn) => ({
    ...toVictim,
    to: turn % 2 ? `Victim+${turn}@example.nz` : 'victim@example.nz',
    clientIp: `203.0.113.${turn}`,
  }))
  expect(await countAllowed(services, emails)).toBe(10)
  await expect(requireEmailLimit(services, toVictim)).rejects.toMatchObject({ status: 429 })
})

test('threat 81: one IP address sends 60 emails an hour to unverified addresses, over all forms, and then uses up no one’s allowance', async () => {
  const services = await openLimits()
  const clientIp = '203.0.113.9'
  const emails = Array.from({ length: 65 }, (_, turn) => ({
    to: `buyer-${turn}@example.nz`,
    recipient: turn % 2 ? ('passwordReset' as const) : ('unproven' as const),
    clientIp,
  }))
  expect(await countAllowed(services, emails)).toBe(60)
  for (let turn = 0; turn < 12; turn++) await mayEmailVisitor(services, { ...toVictim, clientIp })
  await expect(requireEmailLimit(services, { ...toVictim, clientIp })).rejects.toMatchObject({ status: 429 })
  expect(await mayEmailVisitor(services, { ...toVictim, clientIp: '203.0.113.10' })).toBe(true)
})

test('threat 81: a stranger who uses up an address’s allowance does not stop its owner’s reset link', async () => {
  const services = await openLimits()
  await countAllowed(services, Array(11).fill(toVictim))
  expect(await mayEmailVisitor(services, { ...toVictim, recipient: 'passwordReset' })).toBe(true)
})
