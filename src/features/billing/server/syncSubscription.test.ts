import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#db/schema/audit.ts'
import { openBilling, type TestBilling } from '../../../../test/support/billing.ts'
import { FAILS_LATER, PAYS } from '../../../../test/support/paymentSandbox.ts'
import { isActive } from '../billing.schema.ts'
import { fulfilCheckout } from './fulfilCheckout.server.ts'
import { readCustomer } from './stripe.server.ts'
import { applySubscription } from './syncSubscription.server.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

const TRIAL = 'Your free trial ends in 3 days'
const FIRST = 'Your first payment and our money-back guarantee'
const FAILED = 'Your payment didn’t go through'
const ENDED = 'Your subscription has ended'

async function subscribe(email: string, card = PAYS) {
  await fulfilCheckout(billing.services, await billing.sandbox.buy(email, card))
  await billing.settle()
  const agent = await billing.agent(email)
  if (!agent) throw new Error('There is no such agent.')
  return agent
}
/** What the agent's activity says about the plan, in order. */
const changesOf = async (userId: string) => {
  const { db } = billing.services.database
  const lines = await db.select().from(audit).where(eq(audit.userId, userId)).orderBy(audit.at)
  return lines.map(({ details }) => details)
}
/** Everything but the welcome. */
const laterMails = async (email: string) => (await billing.emailsTo(email)).slice(1)
const look = async () => {
  await billing.reconcile()
  await billing.settle()
}

test.each([
  ['trialing', true],
  ['active', true],
  ['past_due', true],
  ['canceled', false],
  ['unpaid', false],
  ['incomplete', false],
  ['incomplete_expired', false],
  ['paused', false],
])('threat 48: %s counts as active: %s', (status, active) => {
  expect(isActive(status)).toBe(active)
})

describe('threat 48: every webhook lost, the daily look finds', () => {
  test('a checkout that was paid, but never fulfilled', async () => {
    await billing.sandbox.buy('lost@example.nz')
    expect(await billing.agent('lost@example.nz')).toBeUndefined()
    await look()
    expect(await billing.subscription('lost@example.nz')).toMatchObject({ status: 'trialing', active: true })
  })

  test('the first payment, and mails how to get it back', async () => {
    const { id } = await subscribe('first@example.nz')
    await billing.sandbox.advance(31)
    await look()
    await look()
    expect(await changesOf(id)).toEqual([
      { from: null, to: 'trialing', ending: false },
      { from: 'trialing', to: 'active', ending: false },
    ])
    expect(await billing.subscription('first@example.nz')).toMatchObject({ status: 'active', active: true })
    expect(await laterMails('first@example.nz')).toEqual([FIRST])
    const [mail] = (await billing.writtenMails()).filter(
      ({ to, subject }) => to === 'first@example.nz' && subject === FIRST,
    )
    expect(mail?.text).toMatch(/30-day money-back guarantee runs until \d+ \w+ \d{4}/)
  })

  test('a card that failed, then an end that follows from it, each with one mail', async () => {
    await subscribe('card@example.nz', FAILS_LATER)
    await billing.sandbox.advance(31)
    await look()
    expect(await billing.subscription('card@example.nz')).toMatchObject({ status: 'past_due', active: true })
    await billing.sandbox.advance(20)
    await look()
    await look()
    expect(await billing.subscription('card@example.nz')).toMatchObject({ status: 'canceled', active: false })
    expect(await laterMails('card@example.nz')).toEqual([FAILED, ENDED])
  })

  test('a card that failed, then another one that pays: active again', async () => {
    const agent = await subscribe('repaired@example.nz', FAILS_LATER)
    await billing.sandbox.advance(31)
    await look()
    await billing.sandbox.changeCard(agent.subscriptionCustomerId)
    await look()
    expect(await billing.subscription('repaired@example.nz')).toMatchObject({ status: 'active', active: true })
    expect(await laterMails('repaired@example.nz')).toEqual([FAILED, FIRST])
  })

  test('a cancellation: everything works until its day, then it has ended', async () => {
    const agent = await subscribe('leaving@example.nz')
    await billing.sandbox.stripe.subscriptions.update(agent.subscriptionId, { cancel_at_period_end: true })
    await look()
    expect(await billing.subscription('leaving@example.nz')).toMatchObject({ active: true, endsAt: expect.any(Date) })
    await billing.sandbox.advance(31)
    await look()
    expect(await billing.subscription('leaving@example.nz')).toMatchObject({ status: 'canceled', active: false })
    expect(await laterMails('leaving@example.nz')).toEqual([ENDED])
  })
})

test('three days before the end of the trial one mail says so, unless the agent has cancelled', async () => {
  const staying = await subscribe('staying@example.nz')
  const going = await subscribe('going@example.nz')
  await billing.sandbox.stripe.subscriptions.update(going.subscriptionId, { cancel_at_period_end: true })
  for (const { subscriptionCustomerId: customer } of [staying, going, staying])
    await billing.sendWebhook('customer.subscription.trial_will_end', { customer })
  await billing.settle()

  expect(await laterMails('staying@example.nz')).toEqual([TRIAL])
  expect(await laterMails('going@example.nz')).toEqual([])
})

test('an answer of the provider that is overtaken by a newer one changes nothing', async () => {
  const { services, sandbox, database } = billing
  const agent = await subscribe('overtaken@example.nz')
  const older = await readCustomer(services, agent)
  await sandbox.stripe.subscriptions.cancel(agent.subscriptionId)
  const newer = await readCustomer(services, agent)
  for (const reading of [newer, older])
    await database.db.transaction(async (tx) => {
      await applySubscription(services, tx, agent, reading)
    })
  expect(await billing.subscription('overtaken@example.nz')).toMatchObject({ status: 'canceled', active: false })
})

test('an agent whose subscription ended and who subscribes again is active again, without a second trial mail', async () => {
  const agent = await subscribe('back@example.nz')
  await billing.sandbox.stripe.subscriptions.cancel(agent.subscriptionId)
  await look()
  const sessionId = await billing.sandbox.buy('back@example.nz', PAYS, {
    customer: agent.subscriptionCustomerId,
    client_reference_id: agent.id,
    subscription_data: {},
  })
  expect(await fulfilCheckout(billing.services, sessionId)).toMatchObject({ state: 'linked' })
  expect(await billing.subscription('back@example.nz')).toMatchObject({ status: 'active', active: true })
})

test('whoever comes back and pays in two tabs has one subscription; the second is called off', async () => {
  const agent = await subscribe('tabs@example.nz')
  await billing.sandbox.stripe.subscriptions.cancel(agent.subscriptionId)
  await look()
  const returning = { customer: agent.subscriptionCustomerId, client_reference_id: agent.id, subscription_data: {} }
  const first = await billing.sandbox.buy('tabs@example.nz', PAYS, returning)
  await fulfilCheckout(billing.services, first)
  const second = await billing.sandbox.buy('tabs@example.nz', PAYS, returning)
  await billing.sendWebhook('customer.subscription.created', { customer: agent.subscriptionCustomerId })
  await billing.settle()
  expect(await fulfilCheckout(billing.services, second)).toMatchObject({ state: 'duplicate' })
  await billing.settle()

  const { data } = await billing.sandbox.stripe.subscriptions.list({
    customer: agent.subscriptionCustomerId,
    status: 'all',
    limit: 10,
  })
  expect(data.filter(({ status }) => isActive(status))).toHaveLength(1)
})

test('threat 48: a customer whom the provider no longer knows is not active any more', async () => {
  const agent = await subscribe('forgotten@example.nz')
  await billing.sandbox.stripe.customers.del(agent.subscriptionCustomerId)
  await look()
  expect(await billing.subscription('forgotten@example.nz')).toMatchObject({ status: 'canceled', active: false })
  expect(await laterMails('forgotten@example.nz')).toEqual([ENDED])
})

test('the first payment is thanked for when it is paid, not when the trial is over', async () => {
  const { services, sandbox, database } = billing
  const agent = await subscribe('soon@example.nz')
  const { number, subscription } = await readCustomer(services, agent)
  if (!subscription) throw new Error('There is no subscription.')
  // As the provider has it between the end of a trial and the first charge.
  const between = { number, subscription: { ...subscription, status: 'active' as const } }
  await database.db.transaction((tx) => applySubscription(services, tx, agent, between))
  expect(await laterMails('soon@example.nz')).toEqual([])
  await sandbox.advance(31)
  await look()
  expect(await laterMails('soon@example.nz')).toEqual([FIRST])
})
