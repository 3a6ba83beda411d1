import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resumeSubscription } from '#features/billing/billing.server.ts'
import { fulfilCheckout } from '#features/billing/fulfilCheckout.server.ts'
import { createAgent, PASSWORD } from '../../../test/support/agents.ts'
import { type Office, openOffice } from '../../../test/support/billingOffice.ts'
import { eraseDueAccounts, scheduleDeletion, undoDeletion } from './deleteAccount.server.ts'
import { stopRenewal } from './forgetCustomer.server.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

test('an erased account ends its subscription and is forgotten by the payment provider too', async () => {
  const { services, till, database } = office
  const sessionId = await till.buy('gone@example.nz')
  await fulfilCheckout(services, sessionId)
  await office.settle()
  const agent = await office.agent('gone@example.nz')
  const { subscriptionId = '', subscriptionCustomerId = '', id = '' } = agent ?? {}
  await database.sql`insert into profile ("userId", "deletionDueAt") values (${id}, now())`
  await till.trouble('lost_answer')

  await eraseDueAccounts.work(services, {}, { id: '' })

  expect(await office.agent('gone@example.nz')).toBeUndefined()
  // Neither its page nor the daily look brings it back.
  expect(await fulfilCheckout(services, sessionId)).toEqual({ state: 'expired' })
  await office.reconcile()
  await office.settle()
  expect(await office.agent('gone@example.nz')).toBeUndefined()
  expect(await till.status(subscriptionId)).toBe('canceled')
  await expect(till.stripe.customers.retrieve(subscriptionCustomerId)).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

/** An agent with a subscription, as the application knows them. */
async function subscriber() {
  const { services, till, database } = office
  const agent = await createAgent(database.db, { subscriptionActive: false })
  await fulfilCheckout(services, await till.buy(agent.email, undefined, { client_reference_id: agent.id }))
  await office.settle()
  return (await office.agent(agent.email)) ?? agent
}

describe('threat 92: asking for deletion', () => {
  test('stops the subscription: the day of the next payment passes without a charge', async () => {
    const { services, till } = office
    const agent = await subscriber()
    await scheduleDeletion(services, agent, PASSWORD)
    await office.settle()
    expect(await till.stripe.subscriptions.retrieve(agent.subscriptionId)).toMatchObject({
      status: 'trialing',
      cancel_at_period_end: true,
    })
    await till.advance(31)
    expect(await till.status(agent.subscriptionId)).toBe('canceled')
    const { data: invoices } = await till.stripe.invoices.list({ subscription: agent.subscriptionId })
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([0])
  })

  test('stops it although the payment provider is away at first', async () => {
    const { services, till } = office
    const agent = await subscriber()
    await till.trouble('api_error', 3)
    await scheduleDeletion(services, agent, PASSWORD)
    await office.settle()
    expect(await till.stripe.subscriptions.retrieve(agent.subscriptionId)).toMatchObject({ cancel_at_period_end: true })
  })

  test('and keeping the account says when the subscription ends, so that it can be resumed', async () => {
    const { services, till, database } = office
    const agent = await subscriber()
    await scheduleDeletion(services, agent, PASSWORD)
    await office.settle()
    await office.tell('customer.subscription.updated', { customer: agent.subscriptionCustomerId })
    await office.settle()
    const { trial_end: end } = await till.stripe.subscriptions.retrieve(agent.subscriptionId)
    expect(await undoDeletion(database.db, agent)).toEqual({ subscriptionEndsAt: new Date((end ?? 0) * 1000) })

    await resumeSubscription(services, agent)
    expect(await till.stripe.subscriptions.retrieve(agent.subscriptionId)).toMatchObject({
      cancel_at_period_end: false,
    })
    expect(await office.known(agent.email)).toMatchObject({ active: true, endsAt: null })
    // A job that was late does not stop it again.
    await stopRenewal.work(services, { subscriptionId: agent.subscriptionId }, { id: '' })
    expect(await till.stripe.subscriptions.retrieve(agent.subscriptionId)).toMatchObject({
      cancel_at_period_end: false,
    })
  })
})
