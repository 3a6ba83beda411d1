import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { user } from '#db/schema/accounts.ts'
import { checkout, paymentEvent, subscription } from '#db/schema/billing.ts'
import { FAILS_LATER } from '../../../../test/fixtures/billing.ts'
import { openBilling, type TestBilling } from '../../../../test/support/billing.ts'
import { isLong } from '../../../../test/support/longRun.ts'
import { acceptWebhook } from './stripeWebhook.server.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

const WELCOME = 'Welcome to Property Files: create your password'
const FAILED = 'Your payment didn’t go through'

interface Subscriber {
  email: string
  sessionId: string
  customer: string
  seats: number
}

/** Each started a trial, a month later the card failed, and the number of seats was changed twice. */
async function createSubscribers(count: number): Promise<Subscriber[]> {
  const { sandbox } = billing
  const subscribe = async (_: unknown, n: number) => {
    const email = `order-${n}@example.nz`
    const sessionId = await sandbox.buy(email, FAILS_LATER)
    const session = await sandbox.stripe.checkout.sessions.retrieve(sessionId)
    return { email, sessionId, customer: String(session.customer), seats: 1 + (n % 4) }
  }
  const subscribers = await Promise.all(Array.from({ length: count }, subscribe))
  await sandbox.advance(31)
  for (const { customer, seats } of subscribers)
    for (const quantity of [seats + 2, seats]) await sandbox.setQuantity(customer, quantity)
  return subscribers
}

const sixEvents = ({ sessionId, customer }: Subscriber): [string, object][] => [
  ['checkout.session.completed', { id: sessionId, customer }],
  ['customer.subscription.created', { customer }],
  ['invoice.paid', { customer }],
  ['customer.subscription.trial_will_end', { customer }],
  ['invoice.payment_failed', { customer }],
  ['customer.subscription.updated', { customer }],
]

function orders<T>(things: T[]): T[][] {
  if (things.length < 2) return [things]
  return things.flatMap((thing, index) => orders(things.toSpliced(index, 1)).map((rest) => [thing, ...rest]))
}

describe('threat 46: events in any order, and more than once', () => {
  // Every 29th: among those, each event is in each place, and directly after each other event.
  const chosen = orders([0, 1, 2, 3, 4, 5]).filter((_, index) => isLong || index % 29 === 0)

  test(`${chosen.length} of the 720 orders of six events, some sent again, have the same result: one account, the same state, each email once`, async () => {
    const subscribers = await createSubscribers(chosen.length)
    const sendEvents = async (subscriber: Subscriber, order: number[]) => {
      const events = sixEvents(subscriber)
      for (const index of [...order, ...order.slice(2, 3)]) {
        const [type, about] = events[index] ?? ['', {}]
        await billing.sendWebhook(type, about, `evt_${subscriber.customer}_${index}`)
      }
    }
    for (let start = 0; start < subscribers.length; start += 8)
      await Promise.all(
        subscribers
          .slice(start, start + 8)
          .map((subscriber, index) => sendEvents(subscriber, chosen[start + index] ?? [])),
      )
    await billing.settle()

    const { db } = billing.database
    const agents = await db.select().from(user)
    expect(agents).toHaveLength(chosen.length)
    expect(new Set(agents.map(({ subscriptionActive }) => subscriptionActive))).toEqual(new Set([true]))
    expect(await db.$count(paymentEvent)).toBe(chosen.length * 6)
    expect(await db.$count(checkout)).toBe(chosen.length)
    const emails = Map.groupBy(await billing.writtenEmails(), ({ to }) => to)
    for (const { email, customer } of subscribers) {
      expect(
        emails
          .get(email)
          ?.map(({ subject }) => subject)
          .sort(),
      ).toEqual([WELCOME, FAILED])
      expect(agents.find((agent) => agent.email === email)?.subscriptionCustomerId).toBe(customer)
    }
    const stored = await db
      .select({ email: user.email, seats: subscription.seats })
      .from(subscription)
      .innerJoin(user, eq(user.id, subscription.userId))
    const expected = subscribers.map(({ email, seats }) => [email, seats] as const)
    expect(new Map(stored.map(({ email, seats }) => [email, seats]))).toEqual(new Map(expected))
    const statuses = await billing.database.sql`select distinct status, "trialNoticeFor" from subscription`
    expect(statuses).toEqual([{ status: 'past_due', trialNoticeFor: null }])
  }, 240_000)

  test('one event sent 100 times at once has one effect', async () => {
    const { sandbox } = billing
    const email = 'hundred@example.nz'
    const sessionId = await sandbox.buy(email)
    const deliveries = Array.from({ length: 100 }, () =>
      billing.sendWebhook('checkout.session.completed', { id: sessionId }, 'evt_100'),
    )
    await Promise.all(deliveries)
    await billing.settle()

    expect(await billing.emailsTo(email)).toEqual([WELCOME])
    const [work] = await billing.database.sql`
      select count(*)::int as n from pgboss.job where name = 'fulfil_checkout' and data->>'sessionId' = ${sessionId}`
    expect(work?.n).toBe(1)
  })

  test('a signature of more than 300 seconds ago, a wrong one and none are refused, and nothing is stored', async () => {
    const { services, sandbox, database } = billing
    const payload = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'invoice.paid', data: { object: {} } })
    const sign = (secret: string, age: number) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.now() / 1000) - age })
    const { webhookSecret } = sandbox
    for (const signature of ['', 'nonsense', sign('whsec_wrong', 0), sign(webhookSecret, 301)])
      await expect(acceptWebhook(services, payload, signature)).rejects.toMatchObject({
        status: 400,
        name: 'BadSignature',
      })
    await expect(acceptWebhook(services, `${payload} `, sign(webhookSecret, 0))).rejects.toMatchObject({ status: 400 })
    expect(await database.db.$count(paymentEvent, eq(paymentEvent.id, 'evt_forged'))).toBe(0)

    await acceptWebhook(services, payload, sign(webhookSecret, 290))
    expect(await database.db.$count(paymentEvent, eq(paymentEvent.id, 'evt_forged'))).toBe(1)
  })
})
