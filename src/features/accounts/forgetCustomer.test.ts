import { afterAll, beforeAll, expect, test } from 'vitest'
import { fulfilCheckout } from '#features/billing/fulfilCheckout.server.ts'
import { type Office, openOffice } from '../../../test/support/billingOffice.ts'
import { eraseDueAccounts } from './deleteAccount.server.ts'

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
