import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { createPayments } from '#platform/payments/payments.server.ts'
import type { Fault } from '#platform/payments/sandbox/faults.server.ts'
import { attachPaymentSandbox, startPaymentSandbox } from '#platform/payments/sandbox/start.server.ts'
import { eventually } from './eventually.ts'
import { temporaryFolder } from './temporaryFolder.ts'

export const PAYS = '4242 4242 4242 4242'
export const DECLINED = '4000 0000 0000 0002'
export const AUTHENTICATES = '4000 0025 0000 3155'
export const FAILS_LATER = '4000 0000 0000 0341'

export type Till = Awaited<ReturnType<typeof openTill>>
type Options = Pick<Parameters<typeof startPaymentSandbox>[0], 'whenUnpaid' | 'webhookRetryDelays' | 'report'>

type Address = NonNullable<ReturnType<typeof attachPaymentSandbox>>

/** A sandbox, the real library that talks to it, and an application that takes its webhooks. */
export async function openTill(options: Options = {}) {
  const dataDir = await temporaryFolder()
  const inbox = await openInbox()
  const start = () =>
    startPaymentSandbox({ dataDir, webhookUrl: inbox.url, webhookRetryDelays: [10, 10, 10], ...options })
  let sandbox = await start()
  const desk = createDesk(() => sandbox)
  return {
    ...desk,
    get payments() {
      return desk.payments
    },
    get stripe() {
      return desk.stripe
    },
    get sandbox() {
      return sandbox
    },
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
export function tillOf(dataDir: string) {
  const address = attachPaymentSandbox(dataDir)
  if (!address) throw new Error('The application has no payment sandbox.')
  return createDesk(() => address)
}

let usedCards = 0
/** A security code that no other payment of this process has, so that each is made with a card of its own. */
const newCardCode = () => String(1_000 + (usedCards++ % 9_000))

/** Everything that a payer, the provider's clock and an unlucky day can do. */
function createDesk(find: () => Address) {
  let payments = createPayments({ ...find(), baseUrl: find().url })
  let connectedTo = find()
  const connect = () => {
    if (connectedTo !== find()) {
      connectedTo = find()
      payments = createPayments({ ...connectedTo, baseUrl: connectedTo.url })
    }
    return payments
  }
  const control = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${find().url}/_sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${find().secretKey}` },
      body: body && JSON.stringify(body),
    })
    return response.json()
  }
  const createSession = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    connect().stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: find().priceIds[0], quantity: 1 }],
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
  const subscribe = async (number = PAYS, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
    const id = await buy('mia@example.nz', number, more)
    const paid = await connect().stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] })
    return paid.subscription as Stripe.Subscription
  }

  return {
    get payments() {
      return connect()
    },
    get stripe() {
      return connect().stripe
    },
    control,
    createSession,
    pay,
    /** Goes through the checkout with this address, by default with a card that was never used. Answers its number. */
    buy,
    subscribe,
    advance: (days: number) => control('clock', { advance_days: days }),
    get webhookSecret() {
      return find().webhookSecret
    },
    endTrouble: () => control('faults', undefined, 'DELETE'),
    trouble: (kind: Fault, count = 1) => control('faults', { kind, count }),
    status: async (id: string) => (await connect().stripe.subscriptions.retrieve(id)).status,
    /** The requests that the provider got while something was done. */
    requestsDuring: async (deed: () => Promise<unknown>) => {
      const before = (await control('requests')).data.length
      await deed()
      return (await control('requests')).data.slice(before)
    },
  }
}

/** A form as a browser sends it. The redirect is looked at, not followed. */
export const submit = (url: string | null, fields: Record<string, string>) =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function openInbox() {
  const received: { body: string; signature: string }[] = []
  let refused = { text: '', times: 0 }
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    received.push({ body, signature: String(request.headers['stripe-signature']) })
    const refuse = refused.times > 0 && body.includes(refused.text)
    if (refuse) refused.times -= 1
    response.writeHead(refuse ? 503 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const typesOf = () => received.map(({ body }) => JSON.parse(body).type as string)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    /** The next so many that speak of this. */
    refuse: (text: string, times: number) => {
      refused = { text, times }
    },
    typesOf,
    next: (type: string) => eventually(() => received[typesOf().indexOf(type)]),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
