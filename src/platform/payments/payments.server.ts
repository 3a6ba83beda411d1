import Stripe from 'stripe'

/** The numbers for the payment provider. The delays between retries are the library's own; a test watches them. */
export const API_TIMEOUT_MS = 80_000
export const API_RETRIES = 2
export const WEBHOOK_TOLERANCE_SECONDS = 300

export interface PaymentSettings {
  secretKey: string
  webhookSecret: string
  /** The prices on offer. Amount, currency and interval are the provider's to say. */
  priceIds: string[]
  /** Where the API is, when it is not the provider's own address. */
  baseUrl?: string
}

export type Payments = ReturnType<typeof createPayments>

export function createPayments({ secretKey, webhookSecret, priceIds, baseUrl }: PaymentSettings) {
  const stripe = new Stripe(secretKey, {
    // The types describe this version: a newer library must be met by a newer line here.
    apiVersion: '2026-10-28.endive',
    timeout: API_TIMEOUT_MS,
    maxNetworkRetries: API_RETRIES,
    telemetry: false,
    appInfo: { name: 'Property Files' },
    ...(baseUrl && address(new URL(baseUrl))),
  })
  /** The raw body as it came: one that was parsed and written again has another signature. */
  const verifyWebhook = (rawBody: string | Buffer, signature: string) =>
    stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, WEBHOOK_TOLERANCE_SECONDS)

  return { stripe, priceIds, verifyWebhook }
}

const address = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  host: hostname,
  port: port || (protocol === 'http:' ? 80 : 443),
})
