import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resumeSubscription } from '#features/billing/server/billing.server.ts'
import { fulfilCheckout } from '#features/billing/server/fulfilCheckout.server.ts'
import { createAgent, PASSWORD } from '../../../../../test/fixtures/agents.ts'
import { openBilling, type TestBilling } from '../../../../../test/support/billing.ts'
import {
  cancelAccountDeletion,
  eraseDueAccountsJob,
  scheduleAccountDeletion,
  stopRenewalJob,
} from './deleteAccount.server.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

test('a deleted account ends its subscription, and Stripe deletes the customer too', async () => {
  const { services, sandbox, database } = billing
  const sessionId = await sandbox.buy('gone@example.nz')
  await fulfilCheckout(services, sessionId)
  await billing.settle()
  const agent = await billing.agent('gone@example.nz')
  const { subscriptionId = '', subscriptionCustomerId = '', id = '' } = agent ?? {}
  await database.sql`insert into profile ("userId", "deletionDueAt") values (${id}, now())`
  await sandbox.fail('lost_response')

  await eraseDueAccountsJob.work(services, {}, { id: '' })

  expect(await billing.agent('gone@example.nz')).toBeUndefined()
  // Neither its page nor the daily reconciliation brings it back.
  expect(await fulfilCheckout(services, sessionId)).toEqual({ state: 'expired' })
  await billing.reconcile()
  await billing.settle()
  expect(await billing.agent('gone@example.nz')).toBeUndefined()
  expect(await sandbox.status(subscriptionId)).toBe('canceled')
  await expect(sandbox.stripe.customers.retrieve(subscriptionCustomerId)).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

/** An agent with a subscription, as the application knows them. */
async function subscriber() {
  const { services, sandbox, database } = billing
  const agent = await createAgent(database.db, { subscriptionActive: false })
  await fulfilCheckout(services, await sandbox.buy(agent.email, undefined, { client_reference_id: agent.id }))
  await billing.settle()
  return (await billing.agent(agent.email)) ?? agent
}

describe('threat 92: asking for deletion', () => {
  test('stops the subscription: the day of the next payment passes without a charge', async () => {
    const { services, sandbox } = billing
    const agent = await subscriber()
    await scheduleAccountDeletion(services, agent, PASSWORD)
    await billing.settle()
    expect(await sandbox.stripe.subscriptions.retrieve(agent.subscriptionId)).toMatchObject({
      status: 'trialing',
      cancel_at_period_end: true,
    })
    await sandbox.advance(31)
    expect(await sandbox.status(agent.subscriptionId)).toBe('canceled')
    const invoices = await sandbox.invoices(agent.subscriptionId)
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([0])
  })

  test('stops it even if Stripe fails at first', async () => {
    const { services, sandbox } = billing
    const agent = await subscriber()
    await sandbox.fail('api_error', 3)
    await scheduleAccountDeletion(services, agent, PASSWORD)
    await billing.settle()
    expect(await sandbox.stripe.subscriptions.retrieve(agent.subscriptionId)).toMatchObject({
      cancel_at_period_end: true,
    })
  })

  test('of the agency that someone pays for stops it as well, unless it was cancelled since', async () => {
    const { services, sandbox, database } = billing
    const { id, subscriptionId } = await subscriber()
    const stopRenewal = async (deletionDueAt: Date | null) => {
      await database.sql`update agency set "deletionDueAt" = ${deletionDueAt} where "payerId" = ${id}`
      await stopRenewalJob.work(services, { subscriptionId }, { id: '' })
      return (await sandbox.stripe.subscriptions.retrieve(subscriptionId)).cancel_at_period_end
    }
    expect([await stopRenewal(null), await stopRenewal(new Date())]).toEqual([false, true])
  })

  test('and then keeping the account shows when the subscription ends, so that it can be resumed', async () => {
    const { services, sandbox, database } = billing
    const agent = await subscriber()
    await scheduleAccountDeletion(services, agent, PASSWORD)
    await billing.settle()
    await billing.sendWebhook('customer.subscription.updated', { customer: agent.subscriptionCustomerId })
    await billing.settle()
    const { trial_end: end } = await sandbox.stripe.subscriptions.retrieve(agent.subscriptionId)
    expect(await cancelAccountDeletion(database.db, agent)).toEqual({ subscriptionEndsAt: new Date((end ?? 0) * 1000) })

    await resumeSubscription(services, await billing.member(agent.email))
    expect(await sandbox.stripe.subscriptions.retrieve(agent.subscriptionId)).toMatchObject({
      cancel_at_period_end: false,
    })
    expect(await billing.subscription(agent.email)).toMatchObject({ active: true, endsAt: null })
    // A job that was late does not stop it again.
    await stopRenewalJob.work(services, { subscriptionId: agent.subscriptionId }, { id: '' })
    expect(await sandbox.stripe.subscriptions.retrieve(agent.subscriptionId)).toMatchObject({
      cancel_at_period_end: false,
    })
  })
})
