import type { ECDH } from 'node:crypto'
import { deriveKeyPairs } from '../secrets/deriveKeyPair.server.ts'
import type { AppSecret } from '../secrets/keyring.server.ts'
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
  secret: AppSecret
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

/** The current ones. */
export const deriveVapidKeys = (secret: AppSecret) => toVapidKeys(deriveKeyPairs(secret, 'web push')[0])

function toVapidKeys(pair: ECDH) {
  return {
    publicKey: pair.getPublicKey('base64url'),
    // Without leading zeros it would be too short for the library.
    privateKey: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  }
}
