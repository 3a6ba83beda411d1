import { createECDH, hkdfSync } from 'node:crypto'
import type { PushAddress } from './browserPush.ts'

/** What a device shows. Encrypted, so the push service cannot read it. */
export interface PushMessage {
  title: string
  body: string
  /** The page of ours that opens with a tap. */
  path: string
  /** A message replaces an earlier one with the same tag. */
  tag: string
}

/** The push services of Chrome, Edge, Firefox and Safari. */
const PUSH_SERVICE_HOSTS =
  /^(fcm\.googleapis\.com|[\w.-]+\.push\.services\.mozilla\.com|[\w.-]+\.notify\.windows\.com|[\w.-]+\.push\.apple\.com)$/
const TIMEOUT_MS = 10_000
/** A phone that is switched off for longer has no use for the message. */
const LIFETIME_SECONDS = 12 * 3600

export type Push = ReturnType<typeof createPush>

interface PushOptions {
  secret: string
  /** An address at which a push service can reach the operator. */
  contact: string
  /** Push services besides those of the browsers, by origin. */
  furtherServices?: string[]
}

export function createPush({ secret, contact, furtherServices = [] }: PushOptions) {
  const keys = deriveVapidKeys(secret)
  const isPushService = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false
    const { protocol, origin, hostname, port, username } = new URL(endpoint)
    if (furtherServices.includes(origin)) return true
    return protocol === 'https:' && port === '' && username === '' && PUSH_SERVICE_HOSTS.test(hostname)
  }
  return {
    /** Browsers subscribe with it, and accept only messages that are signed with its private key. */
    publicKey: keys.publicKey,

    /** An agent's browser names the address that we send to, so only known services are accepted: nothing inside our network. */
    isPushService,

    /** Returns false if the browser no longer wants messages. Throws if another attempt may succeed. */
    async send({ endpoint, p256dh, auth }: PushAddress, message: PushMessage) {
      if (!isPushService(endpoint)) return false
      // Loaded with the first message, because most processes send none.
      const { default: webPush } = await import('web-push')
      const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
        vapidDetails: { subject: `mailto:${contact}`, ...keys },
        TTL: LIFETIME_SECONDS,
        urgency: 'high',
      })
      const response = await fetch(request.endpoint, {
        method: request.method,
        headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: request.body ? new Uint8Array(request.body) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (response.ok) return true
      if (response.status === 429 || response.status >= 500)
        throw new Error(`The push service responded with ${response.status}.`)
      return false
    },
  }
}

/** The order of the curve P-256: a private key is a number from 1 to one less. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The keys are as lasting as APP_SECRET, and the same in every process without a file or a setting of their own. */
export function deriveVapidKeys(secret: string) {
  const material = Buffer.from(hkdfSync('sha256', secret, '', 'web push', 48)).toString('hex')
  const scalar = (BigInt(`0x${material}`) % (P256_ORDER - 1n)) + 1n
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
  }
}
