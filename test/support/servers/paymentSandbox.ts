import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { type Fault, findPaymentSandbox, type SandboxConnection, startPaymentSandbox } from '#payment-sandbox'
import { createPayments } from '#platform/payments/payments.server.ts'
import { newCardCode, PAYS } from '../../fixtures/billing.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

export type TestSandbox = Awaited<ReturnType<typeof openSandbox>>

/** A payment sandbox, empty or with this state, Stripe's library talking to it, and a server that receives its webhooks. */
export async function openSandbox(storedState?: object) {
  const dataDir = await temporaryFolder()
  if (storedState) {
    await mkdir(join(dataDir, 'payments'))
    await writeFile(join(dataDir, 'payments/sandbox.json'), JSON.stringify(storedState))
  }
  const inbox = await openInbox()
  const start = () => startPaymentSandbox({ dataDir, webhookUrl: inbox.url })
  let sandbox = await start()
  return {
    ...sandboxActions(sandbox),
    /** The same after a restart. */
    address: sandbox,
    dataDir,
    inbox,
    restart: async () => {
      await sandbox.stop()
      sandbox = await start()
    },
    close: async () => {
      await sandbox.stop()
      await inbox.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** The sandbox of a running application. */
export function runningSandbox(dataDir: string) {
  const address = findPaymentSandbox(dataDir)
  if (!address) throw new Error('The application has no payment sandbox.')
  return sandboxActions(address)
}

/** What payers do, and what Stripe does by itself. */
function sandboxActions(address: SandboxConnection) {
  const payments = createPayments(address)
  const { stripe } = payments
  const control = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${address.url}/_sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${address.secretKey}` },
      body: body && JSON.stringify(body),
    })
    return response.json()
  }
  const createSession = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: address.priceIds[0], quantity: 1 }],
      success_url: 'http://localhost:3000/thank-you/{CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:3000/pricing',
      payment_method_collection: 'always',
      subscription_data: { trial_period_days: 30 },
      ...more,
    })
  /** What is typed into the checkout page. */
  const pay = (url: string | null, number: string, more: Record<string, string> = {}) =>
    submit(url, { email: 'mia@example.nz', name: 'Mia Chen', number, expiry: '12/45', cvc: newCardCode(), ...more })
  const buy = async (
    email: string,
    number = PAYS,
    more: Partial<Stripe.Checkout.SessionCreateParams> = {},
    card: { cvc?: string } = {},
  ) => {
    const session = await createSession(more)
    await pay(session.url, number, { email, ...card })
    return session.id
  }

  const status = async (id: string) => (await stripe.subscriptions.retrieve(id)).status

  return {
    payments,
    stripe,
    control,
    createSession,
    pay,
    /** Goes through the checkout with this address, by default with a card that was never used. Returns the session's id. */
    buy,
    subscribe: async () => {
      const { subscription } = await stripe.checkout.sessions.retrieve(await buy('mia@example.nz'))
      return stripe.subscriptions.retrieve(String(subscription))
    },
    webhookSecret: address.webhookSecret,
    advance: (days: number) => control('clock', { advance_days: days }),
    checkoutCount: async () => Number((await control('checkouts')).count),
    expire: (sessionId: string) => control(`checkouts/${sessionId}/expire`, {}),
    /** The next requests of the application fail like this. */
    fail: (kind: Fault, count = 1) => control('faults', { kind, count }),
    endFaults: () => control('faults', undefined, 'DELETE'),
    status,
    /** The status of the subscription that a checkout has started. */
    checkoutStatus: async (sessionId: string) =>
      status(String((await stripe.checkout.sessions.retrieve(sessionId)).subscription)),
    /** Another number of seats, without our knowing. */
    setQuantity: async (customer: string, quantity: number) => {
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 1 })
      const [subscription] = data
      const [item] = subscription?.items.data ?? []
      await stripe.subscriptions.update(subscription?.id ?? '', {
        items: [{ id: item?.id ?? '', quantity }],
        proration_behavior: 'none',
        payment_behavior: 'error_if_incomplete',
      })
    },
    /** The customer pays the open invoice with another card, on the pages that Stripe calls the customer portal. */
    changeCard: async (customer: string, number = PAYS) => {
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://localhost:3000/' })
      await submit(`${url}/card`, { name: 'Mia Chen', number, expiry: '11/45', cvc: newCardCode() })
      await submit(`${url}/pay`, {})
    },
    /** The invoices of a subscription's customer, newest first. */
    invoices: async (subscriptionId: string) => {
      const { customer } = await stripe.subscriptions.retrieve(subscriptionId)
      return (await stripe.invoices.list({ customer: String(customer), limit: 100 })).data
    },
    /** The requests that came while something was done. */
    requestsDuring: async (action: () => Promise<unknown>) => {
      const before = (await control('requests')).data.length
      await action()
      return (await control('requests')).data.slice(before)
    },
  }
}

/** Sends a form as a browser does, without following the redirect. */
const submit = (url: string | null, fields: Record<string, string>) =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function openInbox() {
  const received: { body: string; signature: string }[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    received.push({ body, signature: String(request.headers['stripe-signature']) })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, received, close }
}
