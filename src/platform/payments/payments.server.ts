import { isIP } from 'node:net'
import Stripe from 'stripe'
import { findPaymentSandbox, startPaymentSandbox } from '#payment-sandbox'
import type { Env } from '../config/env.server.ts'
import { isLoopbackHost } from '../http/ipAddresses.server.ts'
import type { Log } from '../telemetry/log.server.ts'

/** The delays between retries are built into Stripe's library; a test checks them. */
const API_TIMEOUT_MS = 80_000
const API_RETRIES = 2
const WEBHOOK_TOLERANCE_SECONDS = 300
const WEBHOOK_PATH = '/webhooks/stripe'

interface PaymentSettings {
  secretKey: string
  webhookSecret: string
  /** The prices on offer. Amount, currency and interval are read from Stripe. */
  priceIds: string[]
  /** The address of the API, when it is not Stripe's own. */
  url?: string
}

export type Payments = ReturnType<typeof createPayments>

export function createPayments({ secretKey, webhookSecret, priceIds, url }: PaymentSettings) {
  const stripe = new Stripe(secretKey, {
    // The library's types describe this version: a newer library needs a newer version here.
    apiVersion: '2026-10-28.endive',
    timeout: API_TIMEOUT_MS,
    maxNetworkRetries: API_RETRIES,
    telemetry: false,
    appInfo: { name: 'Property Files' },
    ...(url && apiAddress(new URL(url))),
  })
  /** Takes the raw body: one that was parsed and serialised again has another signature. */
  const verifyWebhook = (rawBody: string, signature: string) =>
    stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, WEBHOOK_TOLERANCE_SECONDS)

  return { stripe, priceIds, verifyWebhook }
}

const apiAddress = ({ hostname, port }: URL) => ({ protocol: 'http' as const, host: hostname, port })

/** Stripe if its keys are set, else the running sandbox where it is allowed, else no payments. */
export function openPayments(env: Env, log: Log) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_IDS: priceIds } = env
  if (secretKey && webhookSecret && priceIds) return createPayments({ secretKey, webhookSecret, priceIds })
  if (!isSandboxAllowed(env)) {
    log.warn('payments are not set up: set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_IDS')
    return undefined
  }
  const running = findPaymentSandbox(env.DATA_DIR)
  return running && createPayments(running)
}

/** Once for all processes that share a data folder, where they find it. Returns how to stop it. */
export async function startSandboxIfNeeded(env: Env, log: Log) {
  if (env.STRIPE_SECRET_KEY || !isSandboxAllowed(env)) return async () => {}
  const sandbox = await startPaymentSandbox({
    dataDir: env.DATA_DIR,
    webhookUrl: env.APP_URL + WEBHOOK_PATH,
    reportError: (what, err) => log.error({ err }, what),
  })
  return sandbox.stop
}

/** The sandbox must never serve real customers: it runs on loopback only. */
const isSandboxAllowed = ({ HOST, APP_URL }: Env) =>
  isLoopbackHost(isIP(HOST) === 6 ? `[${HOST}]` : HOST) && isLoopbackHost(new URL(APP_URL).host)
