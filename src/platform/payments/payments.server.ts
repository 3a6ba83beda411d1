import { Agent } from 'node:https'
import Stripe from 'stripe'
import { findPaymentSandbox } from '#payment-sandbox'
import type { SettingsWithoutSecrets } from '../config/env.server.ts'
import type { Log } from '../telemetry/log.server.ts'
import { isSandboxAllowed } from './startSandbox.server.ts'

/** The delays between retries are built into Stripe's library; a test checks them. */
const API_TIMEOUT_MS = 80_000
const API_RETRIES = 2
/**
 * Connections that are not used for longer are closed, and earlier if Stripe says so: on one that a firewall has forgotten, the next request would wait in
 * vain. Without a time Node keeps them for good.
 */
const MAX_IDLE_MS = 30_000
const WEBHOOK_TOLERANCE_SECONDS = 300

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
    httpClient: url ? undefined : Stripe.createNodeHttpClient(new Agent({ keepAlive: true, timeout: MAX_IDLE_MS })),
    ...(url && apiAddress(new URL(url))),
  })
  /** Takes the raw body: one that was parsed and serialised again has another signature. */
  const verifyWebhook = (rawBody: string, signature: string) =>
    stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, WEBHOOK_TOLERANCE_SECONDS)

  return { stripe, priceIds, verifyWebhook }
}

const apiAddress = ({ hostname, port }: URL) => ({ protocol: 'http' as const, host: hostname, port })

/** Stripe if its keys are set, else the running sandbox where it is allowed, else no payments. */
export function openPayments(env: SettingsWithoutSecrets, log: Log) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_IDS: priceIds } = env
  if (secretKey && webhookSecret && priceIds) return createPayments({ secretKey, webhookSecret, priceIds })
  if (!isSandboxAllowed(env)) {
    log.warn('payments are not set up: set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_IDS')
    return undefined
  }
  const running = findPaymentSandbox(env.DATA_DIR)
  return running && createPayments(running)
}
