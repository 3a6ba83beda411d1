import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { AppSecret } from '#platform/secrets/keyring.server.ts'
import { createSeal } from '#platform/secrets/seal.server.ts'

/** As long as the hash of the signature. */
const SECRET_BYTES = 32
const Secret = z.string().startsWith('whsec_')

/** The part of the services that has our own secret. */
interface SealingServices {
  env: { APP_SECRET: AppSecret }
}

const sealFor = ({ env }: SealingServices) => createSeal(env.APP_SECRET, 'webhook secret')

/** A new secret, and how it is stored. */
export function createSecret(services: SealingServices) {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { secret, sealed: sealFor(services).close(secret) }
}

/** Throws if APP_SECRET has changed since. */
export const openSecret = (services: SealingServices, sealed: string) => Secret.parse(sealFor(services).open(sealed))

/** The headers of Standard Webhooks. With two secrets, receivers that know either of them accept the message. */
export function signMessage(secrets: readonly string[], id: string, body: string, at = new Date()) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
