import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAgent, signInAs } from '../fixtures/agents.ts'
import { buyerCalls } from '../fixtures/buyers.ts'
import { newIpAddress } from '../fixtures/events.ts'
import { createListingWithDocuments } from '../fixtures/files.ts'
import { call } from '../support/call.ts'
import { eventually } from '../support/eventually.ts'
import { startFaultyConnection } from '../support/faults/faultyConnection.ts'
import { preloading } from '../support/processes/app.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'
import { openSandbox } from '../support/servers/paymentSandbox.ts'
import { makeJobsDue } from '../support/services/services.ts'

const sandbox = await openSandbox()
const line = await startFaultyConnection({ port: Number(new URL(sandbox.address.url).port) })
const parts = useDeployedApp({
  ...preloading('redirectPayments.mjs'),
  PROVIDER_PORT: String(line.port),
  TRUSTED_PROXIES: '127.0.0.1',
  STRIPE_SECRET_KEY: sandbox.address.secretKey,
  STRIPE_WEBHOOK_SECRET: sandbox.address.webhookSecret,
  STRIPE_PRICE_IDS: sandbox.address.priceIds.join(),
})

let listing: Awaited<ReturnType<typeof createListingWithDocuments>>
let cookie: string
beforeAll(async () => {
  listing = await createListingWithDocuments(parts)
  const { id: subscriptionId, customer } = await sandbox.subscribe()
  const payer = { subscriptionId, subscriptionCustomerId: String(customer) }
  cookie = await signInAs(parts.url, (await createAgent(parts.database.db, payer)).email)
})
beforeEach(() => line.become('good'))
afterAll(async () => {
  // Killed, because it may wait for a response that never comes.
  await parts.app?.stop('SIGKILL')
  await line.stop()
  await sandbox.close()
})

const visit = async (path: string) => {
  const headers = { 'x-forwarded-for': newIpAddress(), ...(path.startsWith('/portal') && { cookie }) }
  const { status, headers: told } = await fetch(parts.url + path, { headers, redirect: 'manual' })
  return { status, location: told.get('location') }
}
const textOf = async (path: string) => (await fetch(parts.url + path)).text()
const startCheckout = () => visit(`/checkout/${sandbox.address.priceIds[0]}`)
const fulfil = (sessionId: string) => call(parts.url, 'fulfilCheckout', { method: 'POST', data: { sessionId } })

/** Everything that calls Stripe, at once. */
async function callAll(sessionId: string) {
  const [checkout, portal, billing, thanks] = await Promise.all([
    startCheckout(),
    visit('/portal/billing'),
    call(parts.url, 'fetchBilling', { headers: { cookie } }),
    fulfil(sessionId),
  ])
  return { checkout, portal, billing, thanks }
}

async function expectResults(asked: ReturnType<typeof callAll>) {
  expect(await asked).toMatchObject({
    checkout: { status: 303, location: expect.stringMatching(/\/pay\/cs_/) },
    portal: { status: 303, location: expect.stringMatching(/\/portal\/bps_/) },
    billing: { status: 200, result: { status: 'trialing' } },
    thanks: { status: 200, result: { state: 'emailed' } },
  })
}

async function expectExplanations(asked: ReturnType<typeof callAll>) {
  const message = 'Our payment partner isn’t responding right now. Please try again in a moment.'
  expect(await asked).toMatchObject({
    checkout: { status: 303, location: `${parts.url}/get-started?checkoutError=unavailable#billing` },
    portal: { status: 303, location: `${parts.url}/portal/settings?checkoutError=unavailable#billing` },
    billing: { status: 503, error: { message } },
    thanks: { status: 503, error: { message } },
  })
  expect(await textOf('/get-started?checkoutError=unavailable')).toContain(
    'Our payment partner isn’t responding right now.',
  )
}

async function expectTheRestToWork() {
  expect((await visit(`/listings/${listing.slug}`)).status).toBe(200)
  // With a price that was read before, or with an explanation.
  expect(await textOf('/pricing')).toContain('What’s included')
  await signInAs(parts.url, listing.agent.email)
  expect((await buyerCalls(parts).submitLead(listing.id)).status).toBe(200)
  // One that waited for Stripe would be open all the time.
  await eventually(async () => {
    const open = await parts.database.sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'property-files' and state like 'idle in transaction%'`
    return open.length === 0
  })
}

interface Requests {
  data: Record<'method' | 'path' | 'idempotencyKey', string>[]
}
/** The idempotency keys of all requests for a checkout. */
const requestedCheckouts = async () => {
  const { data }: Requests = await sandbox.control('requests')
  const isOne = ({ method, path }: Requests['data'][number]) => method === 'POST' && path === '/v1/checkout/sessions'
  return data.filter(isOne).map((request) => request.idempotencyKey)
}
const startedCheckouts = sandbox.checkoutCount
const buy = () => sandbox.buy(`payer-${crypto.randomUUID()}@example.nz`)

/** Passes on the webhook that a checkout is paid. */
async function forwardWebhook(session: string) {
  const isIt = ({ type, data }: Stripe.Event) => type === 'checkout.session.completed' && data.object.id === session
  const { body, signature } = await eventually(() => sandbox.inbox.received.find(({ body }) => isIt(JSON.parse(body))))
  return fetch(`${parts.url}/webhooks/stripe`, { method: 'POST', body, headers: { 'stripe-signature': signature } })
}

test('the connection to Stripe refused: visitors see a message, the rest works, and a payer gets an account once it is back', async () => {
  const session = await buy()
  await line.become('away')
  const asked = callAll(session)
  expect((await forwardWebhook(session)).status).toBe(200)
  await expectTheRestToWork()
  await expectExplanations(asked)
  await parts.app.saying('"job":"fulfil_checkout"')
  expect(await parts.database.sql`select from checkout where id = ${session}`).toEqual([])

  await line.become('good')
  await eventually(async () => {
    await makeJobsDue(parts.database, 'fulfil_checkout')
    return (await parts.database.sql`select from checkout where id = ${session} and outcome = 'created'`).length === 1
  })
  await expectResults(callAll(session))
})

test.each(['reset', 'closed'] as const)(
  'the connection to Stripe %s after it did its work: the request is repeated, and done once',
  async (how) => {
    const before = await startedCheckouts()
    const known = (await requestedCheckouts()).length
    await line.become('mute')
    const asked = startCheckout()
    await eventually(async () => (await requestedCheckouts()).length > known)
    await eventually(async () => (await startedCheckouts()) > before)
    await line.become('good')
    line.cut(how)
    expect(await asked).toMatchObject({ status: 303, location: expect.stringMatching(/\/pay\/cs_/) })

    const [key, again, ...more] = (await requestedCheckouts()).slice(known)
    expect([again, ...more]).toEqual([key])
    expect(await startedCheckouts()).toBe(before + 1)
  },
)

test('the connection to Stripe slow: everything works, only later', async () => {
  const session = await buy()
  await line.become('slow')
  await expectResults(callAll(session))
})

test('the connection to Stripe silent: visitors do not wait long, the rest works, and so does the next attempt', async () => {
  const session = await buy()
  const before = await startedCheckouts()
  await line.become('silent')
  const asked = callAll(session)
  await eventually(() => line.bytesLost() > 0)
  await expectTheRestToWork()
  await expectExplanations(asked)
  expect(await startedCheckouts()).toBe(before)

  await line.become('good')
  await expectResults(callAll(session))
  expect(await startedCheckouts()).toBe(before + 1)
})
