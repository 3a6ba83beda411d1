import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout } from '#db/schema/billing.ts'
import { mayEmailStranger } from '#platform/mail/strangerEmail.server.ts'
import { createAgent } from '../../../test/support/agents.ts'
import { type Office, openOffice } from '../../../test/support/billingOffice.ts'
import { fulfilCheckout } from './fulfilCheckout.server.ts'
import { resendWelcome } from './resendWelcome.server.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const CLIENT_IP = '203.0.113.7'
const WELCOME = 'Welcome to Property Files: set your password'
const LINKED = 'Your subscription is active'
const DUPLICATE = 'You have a subscription already'

test('a paid checkout makes an account with the name and address that were paid with', async () => {
  const sessionId = await office.till.buy(' Mia.New@Example.nz')
  const answer = await fulfilCheckout(office.services, sessionId)

  expect(answer).toEqual({ state: 'created', email: 'm•••@example.nz', passwordSet: false })
  expect(await office.agent('mia.new@example.nz')).toMatchObject({
    firstName: 'Mia',
    lastName: 'Chen',
    emailVerified: false,
    subscriptionActive: true,
    subscriptionId: expect.stringMatching(/^sub_/),
    subscriptionCustomerId: expect.stringMatching(/^cus_/),
  })
  expect(await office.known('mia.new@example.nz')).toMatchObject({ status: 'trialing' })
  expect(await office.mailsTo('mia.new@example.nz')).toEqual([WELCOME])
})

test('threat 47: 50 at once, from the page and from the webhook, make one account and one mail', async () => {
  const email = 'fifty@example.nz'
  const sessionId = await office.till.buy(email)
  const fromPage = () => fulfilCheckout(office.services, sessionId)
  const fromWebhook = () => office.tell('checkout.session.completed', { id: sessionId })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? fromPage() : fromWebhook())))
  await office.settle()

  for (const answer of answers.filter((_, n) => n % 2)) expect(answer).toMatchObject({ state: 'created' })
  expect(await office.mailsTo(email)).toEqual([WELCOME])
  const { id } = (await office.agent(email)) ?? {}
  const rows = await office.database.db.select().from(checkout)
  expect(rows.filter(({ userId }) => userId === id)).toHaveLength(1)
})

test('two checkouts at once with one address make one account; the second subscription is cancelled', async () => {
  const email = 'twice@example.nz'
  const sessions = [await office.till.buy(email), await office.till.buy(email)]
  const answers = await Promise.all(sessions.map((sessionId) => fulfilCheckout(office.services, sessionId)))
  await office.settle()

  expect(answers.map(({ state }) => state).sort()).toEqual(['created', 'duplicate'])
  expect((await office.mailsTo(email)).sort()).toEqual([WELCOME, DUPLICATE])
  const kept = (await office.agent(email))?.subscriptionId ?? ''
  const { data } = await office.till.stripe.subscriptions.list({ status: 'all', limit: 2 })
  expect(await office.till.status(kept)).toBe('trialing')
  expect(data.map(({ status }) => status).sort()).toEqual(['canceled', 'trialing'])
})

describe('an agent who is there already', () => {
  test('gets the subscription linked, keeps the password, and is told', async () => {
    const agent = await createAgent(office.database.db, { subscriptionActive: false })
    const answer = await fulfilCheckout(office.services, await office.till.buy(agent.email))

    expect(answer).toMatchObject({ state: 'linked', passwordSet: true })
    const { password, ...after } = (await office.agent(agent.email)) ?? {}
    expect(password).toBe(agent.password)
    expect(after).toMatchObject({ id: agent.id, subscriptionActive: true })
    expect(await office.mailsTo(agent.email)).toEqual([LINKED])
  })

  test('who was signed in at the checkout is found by that, whatever address was typed', async () => {
    const agent = await createAgent(office.database.db, { subscriptionActive: false })
    const sessionId = await office.till.buy('office@example.nz', undefined, { client_reference_id: agent.id })
    await fulfilCheckout(office.services, sessionId)

    expect(await office.agent(agent.email)).toMatchObject({ subscriptionActive: true })
    expect(await office.agent('office@example.nz')).toBeUndefined()
  })

  test('keeps a working subscription when somebody else pays with the same address', async () => {
    const email = 'victim@example.nz'
    await fulfilCheckout(office.services, await office.till.buy(email))
    const before = await office.agent(email)
    const answer = await fulfilCheckout(office.services, await office.till.buy(email))
    await office.settle()

    expect(answer).toMatchObject({ state: 'duplicate' })
    expect(await office.agent(email)).toMatchObject({
      subscriptionId: before?.subscriptionId,
      subscriptionCustomerId: before?.subscriptionCustomerId,
      subscriptionActive: true,
    })
  })
})

describe('a checkout that is not paid', () => {
  test('is pending while it is open, and makes nothing', async () => {
    const { id } = await office.till.createSession()
    const before = await office.database.db.$count(checkout)
    expect(await fulfilCheckout(office.services, id)).toEqual({ state: 'pending' })
    expect(await office.database.db.$count(checkout)).toBe(before)
  })

  test('has expired when its time is over', async () => {
    const { id } = await office.till.createSession()
    await office.till.stripe.checkout.sessions.expire(id)
    expect(await fulfilCheckout(office.services, id)).toEqual({ state: 'expired' })
  })

  test('or is for something else that the provider sells: not ours', async () => {
    const { services, till } = office
    const monthlyOnly = { ...till.payments, priceIds: ['price_sandbox_monthly'] }
    const sessionId = await till.buy('elsewhere@example.nz', undefined, {
      line_items: [{ price: 'price_sandbox_yearly', quantity: 1 }],
    })
    expect(await fulfilCheckout({ ...services, payments: monthlyOnly }, sessionId)).toEqual({ state: 'expired' })
    expect(await office.agent('elsewhere@example.nz')).toBeUndefined()
  })

  test('and never was one: not found', async () => {
    await expect(fulfilCheckout(office.services, 'cs_test_none')).rejects.toMatchObject({ status: 404 })
  })
})

test('threat 81: paying again and again with another person’s address sends them ten notices a day', async () => {
  const email = 'notified@example.nz'
  await fulfilCheckout(office.services, await office.till.buy(email))
  for (let turn = 0; turn < 12; turn++) await fulfilCheckout(office.services, await office.till.buy(email))
  // The first of the ten was the checkout that made the account.
  expect(await office.mailsTo(email)).toEqual([WELCOME, ...Array(9).fill(DUPLICATE)])
})

describe('the welcome mail once more', () => {
  test('threat 81: counts as an email to an unproven address', async () => {
    const email = 'flooded@example.nz'
    const sessionId = await office.till.buy(email)
    await fulfilCheckout(office.services, sessionId)
    for (let turn = 0; turn < 9; turn++) await mayEmailStranger(office.services, { to: email, recipient: 'unproven' })
    await resendWelcome(office.services, sessionId, CLIENT_IP)
    await expect(resendWelcome(office.services, sessionId, CLIENT_IP)).rejects.toMatchObject({ status: 429 })
    expect(await office.mailsTo(email)).toEqual([WELCOME, WELCOME])
  })

  test('three times an hour, each link voiding the one before', async () => {
    const email = 'again@example.nz'
    const sessionId = await office.till.buy(email)
    await fulfilCheckout(office.services, sessionId)
    for (let n = 0; n < 3; n += 1) await resendWelcome(office.services, sessionId, CLIENT_IP)
    await expect(resendWelcome(office.services, sessionId, CLIENT_IP)).rejects.toMatchObject({ status: 429 })

    expect(await office.mailsTo(email)).toEqual([WELCOME, WELCOME, WELCOME, WELCOME])
    const [live] = await office.database.sql`
      select count(*)::int as n from token join "user" on "user".id = token."userId" where email = ${email}`
    expect(live?.n).toBe(1)
  })

  test('not for an account that has its password, nor for a checkout that made none', async () => {
    const agent = await createAgent(office.database.db, { subscriptionActive: false })
    const sessionId = await office.till.buy(agent.email)
    await fulfilCheckout(office.services, sessionId)
    await expect(resendWelcome(office.services, sessionId, CLIENT_IP)).rejects.toMatchObject({ status: 404 })
    await expect(resendWelcome(office.services, 'cs_test_none', CLIENT_IP)).rejects.toMatchObject({ status: 404 })
  })
})
