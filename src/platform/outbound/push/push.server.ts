import type { ECDH } from 'node:crypto'
import { deriveKeyPairs } from '../../secrets/deriveKeyPair.server.ts'
import type { AppSecret } from '../../secrets/keyring.server.ts'
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

interface StoredPushAddress extends PushAddress {
  /** Ours, with which the browser has subscribed. */
  publicKey?: string | null
}

type VapidKeys = ReturnType<typeof toVapidKeys>

/** The push services of Chrome, Edge, Firefox and Safari. */
const PUSH_SERVICE_HOSTS =
  /^(fcm\.googleapis\.com|[\w.-]+\.push\.services\.mozilla\.com|[\w.-]+\.notify\.windows\.com|[\w.-]+\.push\.apple\.com)$/
const TIMEOUT_MS = 10_000
/** How push services answer a message that another key has signed: Firefox and Windows, Chrome, Safari. */
const WRONG_KEY_STATUSES = [401, 403, 400]
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
  const allKeys = deriveKeyPairs(secret, 'web push').map(toVapidKeys)
  const [current] = allKeys
  if (!current) throw new Error('There is no key for push messages.')
  const isPushService = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false
    const { protocol, origin, hostname, port, username } = new URL(endpoint)
    if (furtherServices.includes(origin)) return true
    return protocol === 'https:' && port === '' && username === '' && PUSH_SERVICE_HOSTS.test(hostname)
  }
  return {
    /** Browsers subscribe with it, and accept only messages that are signed with its private key. */
    publicKey: current.publicKey,

    /** Whether we can sign for a browser that has subscribed with this key. */
    isOwnKey: (publicKey: string) => allKeys.some((keys) => keys.publicKey === publicKey),

    /** An agent's browser names the address that we send to, so only known services are accepted: nothing inside our network. */
    isPushService,

    /**
     * Signs with the key with which the browser has subscribed; where that is not known, with one after the other. Returns false if the browser
     * no longer wants messages. Throws if another attempt may succeed.
     */
    async send(device: StoredPushAddress, message: PushMessage) {
      if (!isPushService(device.endpoint)) return false
      const fitting = device.publicKey ? allKeys.filter(({ publicKey }) => publicKey === device.publicKey) : allKeys
      for (const [index, keys] of fitting.entries()) {
        const status = await sendSigned(device, message, keys)
        if (status >= 200 && status < 300) return true
        if (status === 429 || status >= 500) throw new Error(`The push service responded with ${status}.`)
        if (!WRONG_KEY_STATUSES.includes(status) || index === fitting.length - 1) return false
      }
      return false
    },
  }

  async function sendSigned({ endpoint, p256dh, auth }: PushAddress, message: PushMessage, keys: VapidKeys) {
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
    return response.status
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
