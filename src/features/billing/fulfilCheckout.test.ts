import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout, usedTrial } from '#db/schema/billing.ts'
import { eraseDueAccounts } from '#features/accounts/deleteAccount.server.ts'
import { mayEmailStranger } from '#platform/mail/strangerEmail.server.ts'
import { createAgent } from '../../../test/support/agents.ts'
import { type Office, openOffice } from '../../../test/support/billingOffice.ts'
import { cancelUnconfirmedCheckouts, confirmCheckout, readConfirmation } from './confirmCheckout.server.ts'
import { fulfilCheckout } from './fulfilCheckout.server.ts'
import { resendWelcome } from './resendWelcome.server.ts'
import { startCheckout } from './startCheckout.server.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const CLIENT_IP = '203.0.113.7'
const WELCOME = 'Welcome to Property Files: create your password'
const LINKED = 'Your subscription is active'
const DUPLICATE = 'You have a subscription already'
const CONFIRM = 'Someone paid for Property Files with your email address. Was it you?'
const NO_TRIAL = 'Your free trial was used before'

test('a paid checkout makes an account with the name and address that were paid with', async () => {
  const sessionId = await office.till.buy(' Mia.New@Example.nz')
  const answer = await fulfilCheckout(office.services, sessionId)

  expect(answer).toEqual({ state: 'emailed', email: 'm•••@example.nz', finished: false })
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

  for (const answer of answers.filter((_, n) => n % 2))
    expect(answer).toMatchObject({ state: 'emailed', finished: false })
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

  expect(answers[0]).toEqual(answers[1])
  expect((await office.mailsTo(email)).sort()).toEqual([WELCOME, DUPLICATE])
  const kept = (await office.agent(email))?.subscriptionId ?? ''
  const { data } = await office.till.stripe.subscriptions.list({ status: 'all', limit: 2 })
  expect(await office.till.status(kept)).toBe('trialing')
  expect(data.map(({ status }) => status).sort()).toEqual(['canceled', 'trialing'])
})

describe('an agent who is there already', () => {
  test('who was signed in at the checkout gets the subscription linked, keeps the password, and is told', async () => {
    const agent = await createAgent(office.database.db, { subscriptionActive: false })
    const sessionId = await office.till.buy('office@example.nz', undefined, { client_reference_id: agent.id })
    const answer = await fulfilCheckout(office.services, sessionId)

    expect(answer).toMatchObject({ state: 'linked' })
    expect(await office.agent('office@example.nz')).toBeUndefined()
    expect(await office.agent(agent.email)).toMatchObject({
      id: agent.id,
      password: agent.password,
      subscriptionActive: true,
    })
    expect(await office.mailsTo(agent.email)).toEqual([LINKED])
  })

  test('keeps a working subscription when somebody else pays with the same address', async () => {
    const email = 'victim@example.nz'
    await fulfilCheckout(office.services, await office.till.buy(email))
    const before = await office.agent(email)
    await fulfilCheckout(office.services, await office.till.buy(email))
    await office.settle()

    expect(await office.mailsTo(email)).toEqual([WELCOME, DUPLICATE])
    expect(await office.agent(email)).toMatchObject({
      subscriptionId: before?.subscriptionId,
      subscriptionCustomerId: before?.subscriptionCustomerId,
      subscriptionActive: true,
    })
  })
})

/** An agent whose subscription has ended, and what somebody paid with their address while signed out. */
async function paidForLapsedAgent(card: { cvc?: string } = {}) {
  const { database, services, till } = office
  const agent = await createAgent(database.db, { subscriptionActive: false })
  await database.sql`
    update "user" set "subscriptionId" = 'sub_old', "subscriptionCustomerId" = 'cus_old' where id = ${agent.id}`
  const sessionId = await till.buy(agent.email, undefined, {}, card)
  const answer = await fulfilCheckout(services, sessionId)
  const { subscription } = await till.stripe.checkout.sessions.retrieve(sessionId)
  const sentLink = async () => {
    const mail = (await office.writtenMails()).findLast(({ to }) => to === agent.email)
    return /\/confirm-checkout\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  return { agent, sessionId, answer, subscriptionId: String(subscription), sentLink }
}

describe('threat 89: paying while signed out with the address of an existing account', () => {
  test('links nothing and starts no trial: the owner is asked by email', async () => {
    const { agent, subscriptionId } = await paidForLapsedAgent()
    expect(await office.agent(agent.email)).toMatchObject({
      subscriptionId: 'sub_old',
      subscriptionCustomerId: 'cus_old',
      subscriptionActive: false,
    })
    expect(await office.till.status(subscriptionId)).toBe('trialing')
    expect(await office.mailsTo(agent.email)).toEqual([CONFIRM])
  })

  test('is answered like paying with a new address, before and after the email is sent again', async () => {
    const known = await paidForLapsedAgent()
    const newEmail = `${known.agent.id}-new@example.nz`
    const newSession = await office.till.buy(newEmail)
    const duplicateEmail = `${known.agent.id}-active@example.nz`
    await fulfilCheckout(office.services, await office.till.buy(duplicateEmail))
    const duplicateSession = await office.till.buy(duplicateEmail)

    const answers = [
      known.answer,
      await fulfilCheckout(office.services, newSession),
      await fulfilCheckout(office.services, duplicateSession),
    ]
    for (const answer of answers)
      expect(answer).toEqual({ state: 'emailed', email: 'u•••@example.nz', finished: false })
    for (const sessionId of [known.sessionId, newSession, duplicateSession]) {
      expect(await resendWelcome(office.services, sessionId, CLIENT_IP)).toBeUndefined()
      expect(await fulfilCheckout(office.services, sessionId)).toEqual(known.answer)
    }
    expect(await office.mailsTo(known.agent.email)).toEqual([CONFIRM, CONFIRM])
    expect(await office.mailsTo(newEmail)).toEqual([WELCOME, WELCOME])
    expect(await office.mailsTo(duplicateEmail)).toEqual([WELCOME, DUPLICATE, DUPLICATE])
  })

  test('opening the link changes nothing; confirming, even 20 times at once, links it once and charges as announced', async () => {
    const { services, till } = office
    const { agent, subscriptionId, sessionId, sentLink } = await paidForLapsedAgent()
    const link = await sentLink()
    for (let turn = 0; turn < 3; turn++)
      expect(await readConfirmation(services, link)).toMatchObject({ chargesNow: true, card: { last4: '4242' } })
    expect(await till.status(subscriptionId)).toBe('trialing')

    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => confirmCheckout(services, link)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await office.settle()
    expect(await office.agent(agent.email)).toMatchObject({ subscriptionActive: true, subscriptionId })
    expect(await till.status(subscriptionId)).toBe('active')
    const { data: invoices } = await till.stripe.invoices.list({ subscription: subscriptionId })
    expect(invoices.filter(({ amount_paid }) => amount_paid > 0)).toHaveLength(1)
    expect((await office.mailsTo(agent.email)).slice(0, 2)).toEqual([CONFIRM, LINKED])
    expect(await fulfilCheckout(services, sessionId)).toMatchObject({ state: 'emailed', finished: true })
    await expect(readConfirmation(services, link)).rejects.toMatchObject({ status: 400 })
  })

  test('keeps the free trial of an agent who never had one', async () => {
    const { services, till, database } = office
    const agent = await createAgent(database.db, { subscriptionActive: false })
    await fulfilCheckout(services, await till.buy(agent.email))
    const mail = (await office.writtenMails()).findLast(({ to }) => to === agent.email)
    const [, link = ''] = /\/confirm-checkout\/([\w-]+)/.exec(mail?.text ?? '') ?? []
    await confirmCheckout(services, link)
    await office.settle()
    expect(await office.known(agent.email)).toMatchObject({ status: 'trialing', active: true })
  })

  test('is cancelled after seven days without an answer, and its link opens nothing any more', async () => {
    const { services, database, till } = office
    const { agent, sessionId, subscriptionId, sentLink, answer } = await paidForLapsedAgent()
    const link = await sentLink()
    const age = (days: number) =>
      database.sql`update checkout set "fulfilledAt" = now() - make_interval(days => ${days}) where id = ${sessionId}`
    const sweep = () => cancelUnconfirmedCheckouts.work(services, {}, { id: '' })
    await age(6)
    await sweep()
    await office.settle()
    expect(await till.status(subscriptionId)).toBe('trialing')
    await age(7)
    await sweep()
    await office.settle()

    expect(await till.status(subscriptionId)).toBe('canceled')
    await expect(confirmCheckout(services, link)).rejects.toMatchObject({ status: 400 })
    expect(await office.agent(agent.email)).toMatchObject({ subscriptionActive: false })
    expect(await fulfilCheckout(services, sessionId)).toEqual(answer)
    await office.reconcile()
    await office.settle()
    expect(await office.agent(agent.email)).toMatchObject({ subscriptionActive: false })
  })

  test('and confirming it after all when the account has a subscription by then cancels the second', async () => {
    const { services, till } = office
    const { agent, subscriptionId, sentLink } = await paidForLapsedAgent()
    const link = await sentLink()
    await fulfilCheckout(services, await till.buy(agent.email, undefined, { client_reference_id: agent.id }))
    expect(await confirmCheckout(services, link)).toEqual({ state: 'duplicate' })
    await office.settle()
    expect(await till.status(subscriptionId)).toBe('canceled')
    expect(await office.known(agent.email)).toMatchObject({ active: true })
  })
})

describe('threat 90: one free trial', () => {
  const CARD = { cvc: '007' }

  test('for each card: a second one is cancelled without a charge, and the next checkout has none', async () => {
    const { services, till, database } = office
    await fulfilCheckout(services, await till.buy('first-trial@example.nz', undefined, {}, CARD))
    const sessionId = await till.buy('second-trial@example.nz', undefined, {}, CARD)
    const answer = await fulfilCheckout(services, sessionId)
    await office.settle()

    expect(answer).toMatchObject({ state: 'emailed' })
    const { subscription } = await till.stripe.checkout.sessions.retrieve(sessionId)
    expect(await till.status(String(subscription))).toBe('canceled')
    const { data: invoices } = await till.stripe.invoices.list({ subscription: String(subscription) })
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([0])
    const agent = await office.agent('second-trial@example.nz')
    expect(agent).toMatchObject({ subscriptionActive: false })
    const [mail] = (await office.writtenMails()).filter(({ to }) => to === 'second-trial@example.nz')
    expect(mail?.text).toContain('this one was used before')

    const page = await startCheckout(services, { priceId: 'price_sandbox_monthly', clientIp: CLIENT_IP, agent })
    const next = await till.stripe.checkout.sessions.retrieve(page.split('/').at(-1) ?? '')
    expect(next.amount_total).toBeGreaterThan(0)
    const stored = JSON.stringify(await database.db.select().from(usedTrial))
    expect(stored).not.toContain('example.nz')
  })

  test('of 10 checkouts at once with one card, one has it', async () => {
    const { services, till } = office
    const card = { cvc: '008' }
    const emails = Array.from({ length: 10 }, (_, turn) => `racing-${turn}@example.nz`)
    const sessions = await Promise.all(emails.map((email) => till.buy(email, undefined, {}, card)))
    await Promise.all(sessions.map((sessionId) => fulfilCheckout(services, sessionId)))
    await office.settle()
    const agents = await Promise.all(emails.map((email) => office.agent(email)))
    expect(agents.filter((agent) => agent?.subscriptionActive)).toHaveLength(1)
  })

  test('for each address, also after its account is deleted', async () => {
    const { services, till, database } = office
    const email = 'returning@example.nz'
    await fulfilCheckout(services, await till.buy(email))
    await office.settle()
    const { id = '' } = (await office.agent(email)) ?? {}
    await database.sql`insert into profile ("userId", "deletionDueAt") values (${id}, now())`
    await eraseDueAccounts.work(services, {}, { id: '' })
    await fulfilCheckout(services, await till.buy(email))
    await office.settle()
    expect(await office.agent(email)).toMatchObject({ subscriptionActive: false })
  })

  test('for an agent who is signed in: the page and an email say that nothing was charged', async () => {
    const { services, till, database } = office
    const agent = await createAgent(database.db, { subscriptionActive: false })
    await fulfilCheckout(services, await till.buy('card-owner@example.nz', undefined, {}, { cvc: '009' }))
    const sessionId = await till.buy(agent.email, undefined, { client_reference_id: agent.id }, { cvc: '009' })
    expect(await fulfilCheckout(services, sessionId)).toMatchObject({ state: 'trial_refused' })
    await office.settle()
    expect(await office.mailsTo(agent.email)).toEqual([NO_TRIAL])
    expect(await office.agent(agent.email)).toMatchObject({ subscriptionActive: false })
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

  test('not for a checkout whose payer was signed in, nor for one that never was', async () => {
    const agent = await createAgent(office.database.db, { subscriptionActive: false })
    const sessionId = await office.till.buy(agent.email, undefined, { client_reference_id: agent.id })
    await fulfilCheckout(office.services, sessionId)
    await expect(resendWelcome(office.services, sessionId, CLIENT_IP)).rejects.toMatchObject({ status: 404 })
    await expect(resendWelcome(office.services, 'cs_test_none', CLIENT_IP)).rejects.toMatchObject({ status: 404 })
  })
})
