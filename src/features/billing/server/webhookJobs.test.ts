import { like, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { user } from '#db/schema/accounts.ts'
import { paymentEvent, usedTrial } from '#db/schema/billing.ts'
import { provideServices } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'
import { agentValues, createAgent } from '../../../../test/fixtures/agents.ts'
import { openSandbox, type TestSandbox } from '../../../../test/support/servers/paymentSandbox.ts'
import { openServices, registerWorker } from '../../../../test/support/services/services.ts'
import { fulfilPaidCheckoutJob } from './fulfilCheckout.server.ts'
import { receiveWebhook, reconcileSubscriptionsJob } from './stripeWebhook.server.ts'
import { syncCustomerJob } from './syncSubscription.server.ts'

type OpenServices = Awaited<ReturnType<typeof openServices>>

let sandbox: TestSandbox
let opened: OpenServices
/** Without queues for checkouts and customers, so no job can be stored. */
let broken: OpenServices
beforeAll(async () => {
  sandbox = await openSandbox()
  const idle = async () => {}
  const queues = [registerWorker(fulfilPaidCheckoutJob), registerWorker(syncCustomerJob)].map(({ job }) => ({
    job,
    begin: idle,
  }))
  opened = await openServices(queues, sandbox)
  broken = await openServices([], sandbox)
  await broken.database.db.execute(sql`drop schema pgboss cascade`)
})
afterAll(async () => {
  await opened.close()
  await broken.close()
  await sandbox.close()
})
beforeEach(() => provideServices(opened.services))

interface SentEvent {
  id?: string
  type: string
  object: object
  signature?: string
}

function sendEvent({ id = `evt_${crypto.randomUUID()}`, type, object, signature }: SentEvent) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const secret = sandbox.webhookSecret
  const headers = { 'stripe-signature': signature ?? Stripe.webhooks.generateTestHeaderString({ payload, secret }) }
  return receiveWebhook(
    new Request('https://files.example.nz/webhooks/stripe', { method: 'POST', body: payload, headers }),
  )
}

/** The jobs that an action stores. */
async function jobsAfter(action: () => Promise<unknown>, { database } = opened) {
  await database.sql`delete from pgboss.job where name in ('fulfil_checkout', 'follow_customer')`
  await action()
  return database.sql`
    select name, data from pgboss.job where name in ('fulfil_checkout', 'follow_customer') order by name, data->>'customerId'`
}

describe('a request from Stripe', () => {
  test('is acknowledged when signed, and refused when not', async () => {
    const response = await sendEvent({ type: 'customer.created', object: { id: 'cus_new' } })
    expect([response.status, await response.json()]).toEqual([200, { received: true }])
    const stored = await opened.database.db.$count(paymentEvent)
    const unsigned = sendEvent({ type: 'customer.created', object: {}, signature: '' })
    await expect(unsigned).rejects.toMatchObject({ name: 'BadSignature', status: 400 })
    expect(await opened.database.db.$count(paymentEvent)).toBe(stored)
  })

  test.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])(
    '%s enqueues one job that reads the checkout, however often it is sent',
    async (type) => {
      const event = { id: `evt_${type}`, type, object: { id: 'cs_1' } }
      const jobs = await jobsAfter(async () => {
        await sendEvent(event)
        await sendEvent(event)
      })
      expect(jobs).toEqual([{ name: 'fulfil_checkout', data: { sessionId: 'cs_1' } }])
    },
  )

  test.each([
    ['customer.subscription.created', false],
    ['customer.subscription.updated', false],
    ['customer.subscription.deleted', false],
    ['customer.subscription.paused', false],
    ['customer.subscription.resumed', false],
    ['customer.subscription.trial_will_end', true],
    ['invoice.paid', false],
    ['invoice.payment_failed', false],
  ])('%s enqueues a job that reads the customer, with trialEnding %s', async (type, trialEnding) => {
    const jobs = await jobsAfter(async () => {
      await sendEvent({ type, object: { customer: 'cus_1' } })
      await sendEvent({ type, object: { customer: null } })
    })
    expect(jobs).toEqual([{ name: 'follow_customer', data: { customerId: 'cus_1', trialEnding } }])
  })

  test.each([
    ['checkout.session.completed', { id: 'cs_1' }],
    ['invoice.paid', { customer: 'cus_1' }],
  ])(
    '%s is refused and not recorded when its job cannot be stored, so that Stripe sends it again',
    async (type, object) => {
      provideServices(broken.services)
      await expect(sendEvent({ type, object })).rejects.toThrow('pgboss')
      expect(await broken.database.db.$count(paymentEvent)).toBe(0)
    },
  )
})

describe('the daily reconciliation', () => {
  const TIMEOUT_MS = 60_000
  const reconcile = ({ services } = opened) =>
    reconcileSubscriptionsJob.work(services, reconcileSubscriptionsJob.data.parse({}), { id: '' })
  const setDaysLater = (days: number) => {
    vi.useFakeTimers({ now: Date.now() + days * DAY_MS, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  test(
    'enqueues every customer and every checkout of the last two weeks',
    async () => {
      const { db } = opened.database
      for (const subscriptionCustomerId of ['cus_a', 'cus_b', 'cus_c', ''])
        await createAgent(db, { subscriptionCustomerId })
      const customers = ['cus_a', 'cus_b', 'cus_c'].map((customerId) => ({
        name: 'follow_customer',
        data: { customerId },
      }))
      const sessionId = await sandbox.buy('mia@example.nz')
      await sandbox.createSession()
      setDaysLater(13)
      expect(await jobsAfter(reconcile)).toEqual([...customers, { name: 'fulfil_checkout', data: { sessionId } }])
      setDaysLater(2)
      expect(await jobsAfter(reconcile)).toEqual(customers)
    },
    TIMEOUT_MS,
  )

  test('enqueues each customer once, however many there are', async () => {
    const { db } = opened.database
    const customers = Array.from({ length: 501 }, (_, n) => `cus_many_${n}`)
    await db.insert(user).values(customers.map((subscriptionCustomerId) => agentValues({ subscriptionCustomerId })))
    const areMany = like(user.subscriptionCustomerId, 'cus_many_%')
    onTestFinished(async () => void (await db.update(user).set({ subscriptionCustomerId: '' }).where(areMany)))
    const jobs = await jobsAfter(reconcile)
    const enqueued = jobs.map(({ data }) => data.customerId).filter((id) => id?.startsWith('cus_many_'))
    expect(enqueued.toSorted()).toEqual(customers.toSorted())
  })

  test('deletes events after 30 days, and used trials after two years', async () => {
    const { db } = opened.database
    await db.delete(paymentEvent)
    const daysAgo = (days: number) => ({ createdAt: sql`now() - ${days} * interval '1 day'` })
    for (const days of [29, 31])
      await db.insert(paymentEvent).values({ id: `evt_${days}`, type: 'invoice.paid', ...daysAgo(days) })
    for (const days of [700, 740]) await db.insert(usedTrial).values({ keyHash: `used_${days}`, ...daysAgo(days) })
    await reconcile()
    expect(await db.select({ id: paymentEvent.id }).from(paymentEvent)).toEqual([{ id: 'evt_29' }])
    expect(await db.select({ keyHash: usedTrial.keyHash }).from(usedTrial)).toEqual([{ keyHash: 'used_700' }])
  })

  test('fails when a job cannot be stored, so that it is retried', async () => {
    await sandbox.buy('theo@example.nz')
    await expect(reconcile(broken)).rejects.toThrow('pgboss')
    setDaysLater(15)
    await createAgent(broken.database.db, { subscriptionCustomerId: 'cus_d' })
    await expect(reconcile(broken)).rejects.toThrow('pgboss')
  })

  test('does nothing without a payment provider', async () => {
    await reconcile({ ...broken, services: { ...broken.services, payments: undefined } })
  })

  test('is scheduled once a day', async () => {
    await opened.services.jobs.start([reconcileSubscriptionsJob])
    const schedules = await opened.database.sql`select cron from pgboss.schedule`
    expect(schedules).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }])
  })
})
