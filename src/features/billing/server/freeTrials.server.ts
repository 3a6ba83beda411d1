import { createHmac } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { usedTrial } from '#db/schema/billing.ts'
import { type AppSecret, toKeyring } from '#platform/secrets/keyring.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'

const KEPT_DAYS = 2 * 365

type TrialServices = Pick<Services, 'env'>

/**
 * One free trial for each email address and each card. Both are stored as a keyed hash only, so that the table names nobody
 * and still recognises them after an account is deleted. Returns whether neither was used before.
 */
export async function claimTrial(services: TrialServices, tx: Db, email: string, subscription: Stripe.Subscription) {
  const keys = trialKeys(services, email, subscription)
  const claimed = await tx.insert(usedTrial).values(keys).onConflictDoNothing().returning()
  return claimed.length === keys.length
}

/** For a checkout that its owner has yet to confirm: the card counts as used, the address does not yet. */
export async function claimCard({ env }: TrialServices, tx: Db, subscription: Stripe.Subscription) {
  const fingerprint = cardFingerprint(subscription)
  if (!fingerprint) return true
  const claimed = await tx
    .insert(usedTrial)
    .values({ keyHash: hashKey(env.APP_SECRET, 'card', fingerprint) })
    .onConflictDoNothing()
    .returning()
  return claimed.length > 0
}

export async function hasEmailUsedTrial({ env }: TrialServices, db: Db, email: string) {
  const [used] = await db
    .select()
    .from(usedTrial)
    .where(eq(usedTrial.keyHash, hashKey(env.APP_SECRET, 'email', email)))
  return used !== undefined
}

export const sweepUsedTrials = (db: Db) => db.delete(usedTrial).where(lt(usedTrial.createdAt, ago(KEPT_DAYS * DAY_MS)))

/** In a fixed order: consistent lock order prevents deadlocks between checkouts that share an address and a card. */
function trialKeys({ env }: TrialServices, email: string, subscription: Stripe.Subscription) {
  const fingerprint = cardFingerprint(subscription)
  const hashes = [hashKey(env.APP_SECRET, 'email', email)]
  if (fingerprint) hashes.push(hashKey(env.APP_SECRET, 'card', fingerprint))
  return hashes.toSorted().map((keyHash) => ({ keyHash }))
}

/** Nothing for a payment method that is not a card, or where Stripe did not include it. */
function cardFingerprint({ default_payment_method: method }: Stripe.Subscription) {
  return typeof method === 'object' ? method?.card?.fingerprint : undefined
}

/** With a key that outlasts a change of APP_SECRET: nothing else is left by which an earlier trial could be recognised. */
const hashKey = (secret: AppSecret, kind: 'email' | 'card', value: string) =>
  createHmac('sha256', toKeyring(secret).fixed('used trial')).update(`${kind} ${value}`).digest('base64url')
