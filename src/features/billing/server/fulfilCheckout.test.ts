import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout, usedTrial } from '#db/schema/billing.ts'
import { eraseDueAccountsJob } from '#features/accounts/server/deletion/deleteAccount.server.ts'
import { mayEmailVisitor } from '#platform/mail/visitorEmailLimits.server.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { openBilling, type TestBilling } from '../../../../test/support/billing.ts'
import { fulfilCheckout, resendCheckoutEmail } from './fulfilCheckout.server.ts'
import { cancelUnconfirmedCheckoutsJob, confirmCheckout, readCheckoutConfirmation } from './heldCheckout.server.ts'
import { startCheckout } from './stripeLinks.server.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

const CLIENT_IP = '203.0.113.7'
const WELCOME = 'Welcome to Property Files: create your password'
const LINKED = 'Your subscription is active'
const DUPLICATE = 'You already have a subscription'
const CONFIRM = 'Someone paid for Property Files with your email address. Was it you?'
const NO_TRIAL = 'Your free trial was used before'

test('a paid checkout creates an account with the payer’s name and email address', async () => {
  const sessionId = await billing.sandbox.buy(' Mia.New@Example.nz')
  const answer = await fulfilCheckout(billing.services, sessionId)

  expect(answer).toEqual({ state: 'emailed', email: 'mi…@example.nz', finished: false })
  expect(await billing.agent('mia.new@example.nz')).toMatchObject({
    firstName: 'Mia',
    lastName: 'Chen',
    emailVerified: false,
    subscriptionActive: true,
    subscriptionId: expect.stringMatching(/^sub_/),
    subscriptionCustomerId: expect.stringMatching(/^cus_/),
  })
  expect(await billing.subscription('mia.new@example.nz')).toMatchObject({ status: 'trialing' })
  expect(await billing.emailsTo('mia.new@example.nz')).toEqual([WELCOME])
})

test('threat 47: 50 requests at once, from the page and the webhook, create one account and send one email', async () => {
  const email = 'fifty@example.nz'
  const sessionId = await billing.sandbox.buy(email)
  const fromPage = () => fulfilCheckout(billing.services, sessionId)
  const fromWebhook = () => billing.sendWebhook('checkout.session.completed', { id: sessionId })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? fromPage() : fromWebhook())))
  await billing.settle()

  for (const answer of answers.filter((_, n) => n % 2))
    expect(answer).toMatchObject({ state: 'emailed', finished: false })
  expect(await billing.emailsTo(email)).toEqual([WELCOME])
  const { id } = (await billing.agent(email)) ?? {}
  const rows = await billing.database.db.select().from(checkout)
  expect(rows.filter(({ userId }) => userId === id)).toHaveLength(1)
})

test('two checkouts at once with one address create one account; the second subscription is cancelled', async () => {
  const email = 'twice@example.nz'
  const sessions = [await billing.sandbox.buy(email), await billing.sandbox.buy(email)]
  const answers = await Promise.all(sessions.map((sessionId) => fulfilCheckout(billing.services, sessionId)))
  await billing.settle()

  expect(answers[0]).toEqual(answers[1])
  expect((await billing.emailsTo(email)).sort()).toEqual([WELCOME, DUPLICATE])
  const kept = (await billing.agent(email))?.subscriptionId ?? ''
  expect(await billing.sandbox.status(kept)).toBe('trialing')
  const statuses = await Promise.all(sessions.map(billing.sandbox.checkoutStatus))
  expect(statuses.sort()).toEqual(['canceled', 'trialing'])
})

describe('an existing agent', () => {
  test('an agent who was signed in at the checkout gets the subscription linked, keeps the password, and gets an email', async () => {
    const agent = await createAgent(billing.database.db, { subscriptionActive: false })
    const sessionId = await billing.sandbox.buy('billing@example.nz', undefined, { client_reference_id: agent.id })
    const answer = await fulfilCheckout(billing.services, sessionId)

    expect(answer).toMatchObject({ state: 'linked' })
    expect(await billing.agent('billing@example.nz')).toBeUndefined()
    expect(await billing.agent(agent.email)).toMatchObject({
      id: agent.id,
      password: agent.password,
      subscriptionActive: true,
    })
    expect(await billing.emailsTo(agent.email)).toEqual([LINKED])
  })

  test('keeps a working subscription when someone else pays with the same address', async () => {
    const email = 'victim@example.nz'
    await fulfilCheckout(billing.services, await billing.sandbox.buy(email))
    const before = await billing.agent(email)
    await fulfilCheckout(billing.services, await billing.sandbox.buy(email))
    await billing.settle()

    expect(await billing.emailsTo(email)).toEqual([WELCOME, DUPLICATE])
    expect(await billing.agent(email)).toMatchObject({
      subscriptionId: before?.subscriptionId,
      subscriptionCustomerId: before?.subscriptionCustomerId,
      subscriptionActive: true,
    })
  })
})

/** An agent whose subscription has ended, and what somebody paid with their address while signed out. */
async function paidForLapsedAgent(card: { cvc?: string } = {}) {
  const { database, services, sandbox } = billing
  const agent = await createAgent(database.db, { subscriptionActive: false })
  await database.sql`
    update "user" set "subscriptionId" = 'sub_old', "subscriptionCustomerId" = 'cus_old' where id = ${agent.id}`
  const sessionId = await sandbox.buy(agent.email, undefined, {}, card)
  const answer = await fulfilCheckout(services, sessionId)
  const { subscription } = await sandbox.stripe.checkout.sessions.retrieve(sessionId)
  const sentLink = async () => {
    const mail = (await billing.writtenEmails()).findLast(({ to }) => to === agent.email)
    return /\/confirm-checkout\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  return { agent, sessionId, answer, subscriptionId: String(subscription), sentLink }
}

describe('threat 89: paying while signed out with the address of an existing account', () => {
  test('links nothing and starts no trial: the owner is asked by email', async () => {
    const { agent, subscriptionId } = await paidForLapsedAgent()
    expect(await billing.agent(agent.email)).toMatchObject({
      subscriptionId: 'sub_old',
      subscriptionCustomerId: 'cus_old',
      subscriptionActive: false,
    })
    expect(await billing.sandbox.status(subscriptionId)).toBe('trialing')
    expect(await billing.emailsTo(agent.email)).toEqual([CONFIRM])
  })

  test('gets the same response as paying with a new address, before and after the email is sent again', async () => {
    const known = await paidForLapsedAgent()
    const newEmail = `${known.agent.id}-new@example.nz`
    const newSession = await billing.sandbox.buy(newEmail)
    const duplicateEmail = `${known.agent.id}-active@example.nz`
    await fulfilCheckout(billing.services, await billing.sandbox.buy(duplicateEmail))
    const duplicateSession = await billing.sandbox.buy(duplicateEmail)

    const answers = [
      known.answer,
      await fulfilCheckout(billing.services, newSession),
      await fulfilCheckout(billing.services, duplicateSession),
    ]
    for (const answer of answers) expect(answer).toEqual({ state: 'emailed', email: 'us…@example.nz', finished: false })
    for (const sessionId of [known.sessionId, newSession, duplicateSession]) {
      expect(await resendCheckoutEmail(billing.services, sessionId, CLIENT_IP)).toBeUndefined()
      expect(await fulfilCheckout(billing.services, sessionId)).toEqual(known.answer)
    }
    expect(await billing.emailsTo(known.agent.email)).toEqual([CONFIRM, CONFIRM])
    expect(await billing.emailsTo(newEmail)).toEqual([WELCOME, WELCOME])
    expect(await billing.emailsTo(duplicateEmail)).toEqual([WELCOME, DUPLICATE, DUPLICATE])
  })

  test('opening the link changes nothing; confirming, even 20 times at once, links it once and charges as announced', async () => {
    const { services, sandbox } = billing
    const { agent, subscriptionId, sessionId, sentLink } = await paidForLapsedAgent()
    const link = await sentLink()
    for (let turn = 0; turn < 3; turn++)
      expect(await readCheckoutConfirmation(services, link)).toMatchObject({
        chargesNow: true,
        card: { last4: '4242' },
      })
    expect(await sandbox.status(subscriptionId)).toBe('trialing')

    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => confirmCheckout(services, link)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await billing.settle()
    expect(await billing.agent(agent.email)).toMatchObject({ subscriptionActive: true, subscriptionId })
    expect(await sandbox.status(subscriptionId)).toBe('active')
    const invoices = await sandbox.invoices(subscriptionId)
    expect(invoices.filter(({ amount_paid }) => amount_paid > 0)).toHaveLength(1)
    expect((await billing.emailsTo(agent.email)).slice(0, 2)).toEqual([CONFIRM, LINKED])
    expect(await fulfilCheckout(services, sessionId)).toEqual({ state: 'emailed', finished: true })
    await expect(readCheckoutConfirmation(services, link)).rejects.toMatchObject({ status: 400 })
  })

  test('keeps the free trial of an agent who never had one', async () => {
    const { services, sandbox, database } = billing
    const agent = await createAgent(database.db, { subscriptionActive: false })
    await fulfilCheckout(services, await sandbox.buy(agent.email))
    const mail = (await billing.writtenEmails()).findLast(({ to }) => to === agent.email)
    const [, link = ''] = /\/confirm-checkout\/([\w-]+)/.exec(mail?.text ?? '') ?? []
    await confirmCheckout(services, link)
    await billing.settle()
    expect(await billing.subscription(agent.email)).toMatchObject({ status: 'trialing', active: true })
  })

  test('is cancelled after seven days without confirmation, and its link no longer works', async () => {
    const { services, database, sandbox } = billing
    const { agent, sessionId, subscriptionId, sentLink, answer } = await paidForLapsedAgent()
    const link = await sentLink()
    const age = (days: number) =>
      database.sql`update checkout set "fulfilledAt" = now() - make_interval(days => ${days}) where id = ${sessionId}`
    const sweep = () => cancelUnconfirmedCheckoutsJob.work(services, {}, { id: '' })
    await age(6)
    await sweep()
    await billing.settle()
    expect(await sandbox.status(subscriptionId)).toBe('trialing')
    await age(7)
    await sweep()
    await billing.settle()

    expect(await sandbox.status(subscriptionId)).toBe('canceled')
    await expect(confirmCheckout(services, link)).rejects.toMatchObject({ status: 400 })
    expect(await billing.agent(agent.email)).toMatchObject({ subscriptionActive: false })
    expect(await fulfilCheckout(services, sessionId)).toEqual(answer)
    await billing.reconcile()
    await billing.settle()
    expect(await billing.agent(agent.email)).toMatchObject({ subscriptionActive: false })
  })

  test('is cancelled on confirmation if the account has a subscription by then', async () => {
    const { services, sandbox } = billing
    const { agent, subscriptionId, sentLink } = await paidForLapsedAgent()
    const link = await sentLink()
    await fulfilCheckout(services, await sandbox.buy(agent.email, undefined, { client_reference_id: agent.id }))
    expect(await confirmCheckout(services, link)).toEqual({ state: 'duplicate' })
    await billing.settle()
    expect(await sandbox.status(subscriptionId)).toBe('canceled')
    expect(await billing.subscription(agent.email)).toMatchObject({ active: true })
  })
})

describe('threat 90: one free trial', () => {
  const CARD = { cvc: '007' }

  test('for each card: a second one is cancelled without a charge, and the next checkout has none', async () => {
    const { services, sandbox, database } = billing
    await fulfilCheckout(services, await sandbox.buy('first-trial@example.nz', undefined, {}, CARD))
    const sessionId = await sandbox.buy('second-trial@example.nz', undefined, {}, CARD)
    const answer = await fulfilCheckout(services, sessionId)
    await billing.settle()

    expect(answer).toMatchObject({ state: 'emailed' })
    const { subscription } = await sandbox.stripe.checkout.sessions.retrieve(sessionId)
    expect(await sandbox.status(String(subscription))).toBe('canceled')
    const invoices = await sandbox.invoices(String(subscription))
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([0])
    const agent = await billing.agent('second-trial@example.nz')
    expect(agent).toMatchObject({ subscriptionActive: false })
    const [mail] = (await billing.writtenEmails()).filter(({ to }) => to === 'second-trial@example.nz')
    expect(mail?.text).toContain('yours was used before')

    const returning = await billing.member('second-trial@example.nz')
    const page = await startCheckout(services, {
      ...{ priceId: 'price_sandbox_monthly', clientIp: CLIENT_IP },
      agent: returning,
    })
    const next = await sandbox.stripe.checkout.sessions.retrieve(page.split('/').at(-1) ?? '')
    expect(next.amount_total).toBeGreaterThan(0)
    const stored = JSON.stringify(await database.db.select().from(usedTrial))
    expect(stored).not.toContain('example.nz')
  })

  test('of 10 checkouts at once with one card, one gets it', async () => {
    const { services, sandbox } = billing
    const card = { cvc: '008' }
    const emails = Array.from({ length: 10 }, (_, turn) => `racing-${turn}@example.nz`)
    const sessions = await Promise.all(emails.map((email) => sandbox.buy(email, undefined, {}, card)))
    await Promise.all(sessions.map((sessionId) => fulfilCheckout(services, sessionId)))
    await billing.settle()
    const agents = await Promise.all(emails.map((email) => billing.agent(email)))
    expect(agents.filter((agent) => agent?.subscriptionActive)).toHaveLength(1)
  })

  test('for each address, even after its account is deleted', async () => {
    const { services, sandbox, database } = billing
    const email = 'returning@example.nz'
    await fulfilCheckout(services, await sandbox.buy(email))
    await billing.settle()
    const { id = '' } = (await billing.agent(email)) ?? {}
    await database.sql`insert into profile ("userId", "deletionDueAt") values (${id}, now())`
    await eraseDueAccountsJob.work(services, {}, { id: '' })
    await fulfilCheckout(services, await sandbox.buy(email))
    await billing.settle()
    expect(await billing.agent(email)).toMatchObject({ subscriptionActive: false })
  })

  test('for an agent who is signed in: the page and an email say that nothing was charged', async () => {
    const { services, sandbox, database } = billing
    const agent = await createAgent(database.db, { subscriptionActive: false })
    await fulfilCheckout(services, await sandbox.buy('card-owner@example.nz', undefined, {}, { cvc: '009' }))
    const sessionId = await sandbox.buy(agent.email, undefined, { client_reference_id: agent.id }, { cvc: '009' })
    expect(await fulfilCheckout(services, sessionId)).toMatchObject({ state: 'trial_refused' })
    await billing.settle()
    expect(await billing.emailsTo(agent.email)).toEqual([NO_TRIAL])
    expect(await billing.agent(agent.email)).toMatchObject({ subscriptionActive: false })
  })
})

describe('a checkout that is not paid', () => {
  test('is pending while it is open, and creates nothing', async () => {
    const { id } = await billing.sandbox.createSession()
    const before = await billing.database.db.$count(checkout)
    expect(await fulfilCheckout(billing.services, id)).toEqual({ state: 'pending' })
    expect(await billing.database.db.$count(checkout)).toBe(before)
  })

  test('is expired once its time has passed', async () => {
    const { id } = await billing.sandbox.createSession()
    await billing.sandbox.expire(id)
    expect(await fulfilCheckout(billing.services, id)).toEqual({ state: 'expired' })
  })

  test('or is for another product of the Stripe account is ignored', async () => {
    const { services, sandbox } = billing
    const monthlyOnly = { ...sandbox.payments, priceIds: ['price_sandbox_monthly'] }
    const sessionId = await sandbox.buy('elsewhere@example.nz', undefined, {
      line_items: [{ price: 'price_sandbox_yearly', quantity: 1 }],
    })
    expect(await fulfilCheckout({ ...services, payments: monthlyOnly }, sessionId)).toEqual({ state: 'expired' })
    expect(await billing.agent('elsewhere@example.nz')).toBeUndefined()
  })

  test('or never existed responds 404', async () => {
    await expect(fulfilCheckout(billing.services, 'cs_test_none')).rejects.toMatchObject({ status: 404 })
  })
})

test('threat 81: paying repeatedly with another person’s address sends them at most ten emails a day', async () => {
  const email = 'notified@example.nz'
  await fulfilCheckout(billing.services, await billing.sandbox.buy(email))
  for (let turn = 0; turn < 12; turn++) await fulfilCheckout(billing.services, await billing.sandbox.buy(email))
  // The first of the ten was the checkout that created the account.
  expect(await billing.emailsTo(email)).toEqual([WELCOME, ...Array(9).fill(DUPLICATE)])
})

describe('sending the email again', () => {
  test('threat 81: counts as an email to an unverified address', async () => {
    const email = 'flooded@example.nz'
    const sessionId = await billing.sandbox.buy(email)
    await fulfilCheckout(billing.services, sessionId)
    for (let turn = 0; turn < 9; turn++) await mayEmailVisitor(billing.services, { to: email, recipient: 'unproven' })
    await resendCheckoutEmail(billing.services, sessionId, CLIENT_IP)
    await expect(resendCheckoutEmail(billing.services, sessionId, CLIENT_IP)).rejects.toMatchObject({ status: 429 })
    expect(await billing.emailsTo(email)).toEqual([WELCOME, WELCOME])
  })

  test('works three times an hour, and each link replaces the one before', async () => {
    const email = 'again@example.nz'
    const sessionId = await billing.sandbox.buy(email)
    await fulfilCheckout(billing.services, sessionId)
    for (let n = 0; n < 3; n += 1) await resendCheckoutEmail(billing.services, sessionId, CLIENT_IP)
    await expect(resendCheckoutEmail(billing.services, sessionId, CLIENT_IP)).rejects.toMatchObject({ status: 429 })

    expect(await billing.emailsTo(email)).toEqual([WELCOME, WELCOME, WELCOME, WELCOME])
    const [live] = await billing.database.sql`
      select count(*)::int as n from token join "user" on "user".id = token."userId"
      where email = ${email} and "expiresAt" > now()`
    expect(live?.n).toBe(1)
  })

  test('is not possible for a checkout whose payer was signed in, nor for one that never existed', async () => {
    const agent = await createAgent(billing.database.db, { subscriptionActive: false })
    const sessionId = await billing.sandbox.buy(agent.email, undefined, { client_reference_id: agent.id })
    await fulfilCheckout(billing.services, sessionId)
    await expect(resendCheckoutEmail(billing.services, sessionId, CLIENT_IP)).rejects.toMatchObject({ status: 404 })
    await expect(resendCheckoutEmail(billing.services, 'cs_test_none', CLIENT_IP)).rejects.toMatchObject({
      status: 404,
    })
  })
})
