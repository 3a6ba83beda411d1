import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#db/schema/audit.ts'
import { subscription } from '#db/schema/billing.ts'
import { FAILS_LATER, PAYS } from '../../../../test/fixtures/billing.ts'
import { openBilling, type TestBilling } from '../../../../test/support/billing.ts'
import { isActiveStatus } from '../billing.schema.ts'
import { fulfilCheckout } from './fulfilCheckout.server.ts'
import { readCustomerSubscription } from './stripe.server.ts'
import { storeSubscription } from './syncSubscription.server.ts'

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
/** The changes of the plan in the agent's activity, in order. */
const changesOf = async (userId: string) => {
  const { db } = billing.services.database
  const lines = await db.select().from(audit).where(eq(audit.userId, userId)).orderBy(audit.at)
  return lines.map(({ details }) => details)
}
/** Without the welcome email. */
const laterEmails = async (email: string) => (await billing.emailsTo(email)).slice(1)
const reconcile = async () => {
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
  expect(isActiveStatus(status)).toBe(active)
})

describe('threat 48: when every webhook is lost, the daily reconciliation finds', () => {
  test('a checkout that was paid, but never fulfilled', async () => {
    await billing.sandbox.buy('lost@example.nz')
    expect(await billing.agent('lost@example.nz')).toBeUndefined()
    await reconcile()
    expect(await billing.subscription('lost@example.nz')).toMatchObject({ status: 'trialing', active: true })
  })

  test('the first payment, and sends the email about the money-back guarantee', async () => {
    const { id } = await subscribe('first@example.nz')
    await billing.sandbox.advance(31)
    await reconcile()
    await reconcile()
    expect(await changesOf(id)).toEqual([
      { from: null, to: 'trialing', ending: false },
      { from: 'trialing', to: 'active', ending: false },
    ])
    expect(await billing.subscription('first@example.nz')).toMatchObject({ status: 'active', active: true })
    expect(await laterEmails('first@example.nz')).toEqual([FIRST])
    const [mail] = (await billing.writtenEmails()).filter(
      ({ to, subject }) => to === 'first@example.nz' && subject === FIRST,
    )
    expect(mail?.text).toMatch(/30-day money-back guarantee runs until \d+ \w+ \d{4}/)
  })

  test('a card that failed, then the end of the subscription, each with one email', async () => {
    await subscribe('card@example.nz', FAILS_LATER)
    await billing.sandbox.advance(31)
    await reconcile()
    expect(await billing.subscription('card@example.nz')).toMatchObject({ status: 'past_due', active: true })
    await billing.sandbox.advance(20)
    await reconcile()
    await reconcile()
    expect(await billing.subscription('card@example.nz')).toMatchObject({ status: 'canceled', active: false })
    expect(await laterEmails('card@example.nz')).toEqual([FAILED, ENDED])
  })

  test('a card that failed, then another one that pays: active again', async () => {
    const agent = await subscribe('repaired@example.nz', FAILS_LATER)
    await billing.sandbox.advance(31)
    await reconcile()
    await billing.sandbox.changeCard(agent.subscriptionCustomerId)
    await reconcile()
    expect(await billing.subscription('repaired@example.nz')).toMatchObject({ status: 'active', active: true })
    expect(await laterEmails('repaired@example.nz')).toEqual([FAILED, FIRST])
  })

  test('a cancellation: everything works until its day, then it has ended', async () => {
    const agent = await subscribe('leaving@example.nz')
    await billing.sandbox.stripe.subscriptions.update(agent.subscriptionId, { cancel_at_period_end: true })
    await reconcile()
    expect(await billing.subscription('leaving@example.nz')).toMatchObject({ active: true, endsAt: expect.any(Date) })
    await billing.sandbox.advance(31)
    await reconcile()
    expect(await billing.subscription('leaving@example.nz')).toMatchObject({ status: 'canceled', active: false })
    expect(await laterEmails('leaving@example.nz')).toEqual([ENDED])
  })
})

test('one email announces the end of the trial three days before, unless the agent has cancelled', async () => {
  const staying = await subscribe('staying@example.nz')
  const going = await subscribe('going@example.nz')
  await billing.sandbox.stripe.subscriptions.update(going.subscriptionId, { cancel_at_period_end: true })
  for (const { subscriptionCustomerId: customer } of [staying, going, staying])
    await billing.sendWebhook('customer.subscription.trial_will_end', { customer })
  await billing.settle()

  expect(await laterEmails('staying@example.nz')).toEqual([TRIAL])
  expect(await laterEmails('going@example.nz')).toEqual([])
})

test('a response of Stripe that is older than the last one applied changes nothing', async () => {
  const { services, sandbox, database } = billing
  const agent = await subscribe('overtaken@example.nz')
  const older = await readCustomerSubscription(services, agent)
  await sandbox.stripe.subscriptions.cancel(agent.subscriptionId)
  const newer = await readCustomerSubscription(services, agent)
  for (const reading of [newer, older])
    await database.db.transaction(async (tx) => {
      await storeSubscription(services, tx, agent, reading)
    })
  expect(await billing.subscription('overtaken@example.nz')).toMatchObject({ status: 'canceled', active: false })
})

test('threat 46: seats end as Stripe has them, whichever webhooks are lost, repeated or late, and those of the period stay', async () => {
  const { sandbox, database } = billing
  const agents: Awaited<ReturnType<typeof subscribe>>[] = []
  for (let n = 0; n < 4; n += 1) agents.push(await subscribe(`seats-${n}@example.nz`))
  const changed = (customer: string, id: string) =>
    billing.sendWebhook('customer.subscription.updated', { customer }, `evt_${customer}_${id}`)
  for (const [index, { subscriptionCustomerId: customer }] of agents.entries()) {
    const sentLater = [[], ['a'], ['a', 'b', 'c'], ['c', 'a', 'a', 'b']][index] ?? []
    for (const [id, quantity] of [
      ['a', 5],
      ['b', 2],
      ['c', 3],
    ] as const) {
      await sandbox.setQuantity(customer, quantity)
      if (index === 2) {
        await changed(customer, id)
        await billing.settle()
      }
    }
    for (const id of sentLater) await changed(customer, id)
  }
  await reconcile()
  const seats = () =>
    database.db
      .select()
      .from(subscription)
      .where(
        inArray(
          subscription.userId,
          agents.map(({ id }) => id),
        ),
      )
  expect((await seats()).map(({ seats: count }) => count)).toEqual([3, 3, 3, 3])
  // Only this one was read while there were five.
  expect((await seats()).find(({ userId }) => userId === agents[2]?.id)?.paidSeats).toBe(5)

  await sandbox.advance(31)
  await reconcile()
  for (const one of await seats())
    expect(one).toMatchObject({ seats: 3, paidSeats: 3, paidSeatsUntil: one.periodEndsAt ?? 'missing' })
}, 90_000)

test('an agent who subscribes again after the subscription ended is active again', async () => {
  const agent = await subscribe('back@example.nz')
  await billing.sandbox.stripe.subscriptions.cancel(agent.subscriptionId)
  await reconcile()
  const sessionId = await billing.sandbox.buy('back@example.nz', PAYS, {
    customer: agent.subscriptionCustomerId,
    client_reference_id: agent.id,
    subscription_data: {},
  })
  expect(await fulfilCheckout(billing.services, sessionId)).toMatchObject({ state: 'linked' })
  expect(await billing.subscription('back@example.nz')).toMatchObject({ status: 'active', active: true })
})

test('an agent who comes back and pays in two tabs has one subscription; the second is cancelled', async () => {
  const agent = await subscribe('tabs@example.nz')
  await billing.sandbox.stripe.subscriptions.cancel(agent.subscriptionId)
  await reconcile()
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
  expect(data.filter(({ status }) => isActiveStatus(status))).toHaveLength(1)
})

test('threat 48: a customer whom Stripe no longer knows is not active', async () => {
  const agent = await subscribe('forgotten@example.nz')
  await billing.sandbox.stripe.customers.del(agent.subscriptionCustomerId)
  await reconcile()
  expect(await billing.subscription('forgotten@example.nz')).toMatchObject({ status: 'canceled', active: false })
  expect(await laterEmails('forgotten@example.nz')).toEqual([ENDED])
})

test('the email about the first payment is sent when it is paid, not when the trial is over', async () => {
  const { services, sandbox, database } = billing
  const agent = await subscribe('soon@example.nz')
  const { number, subscription: current } = await readCustomerSubscription(services, agent)
  if (!current) throw new Error('There is no subscription.')
  // As Stripe has it between the end of a trial and the first charge.
  const between = { number, subscription: { ...current, status: 'active' as const } }
  await database.db.transaction((tx) => storeSubscription(services, tx, agent, between))
  expect(await laterEmails('soon@example.nz')).toEqual([])
  await sandbox.advance(31)
  await reconcile()
  expect(await laterEmails('soon@example.nz')).toEqual([FIRST])
})
