import { createHmac, hkdfSync } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { usedTrial } from '#db/schema/billing.ts'
import type { Services } from '#platform/services.server.ts'

const DAY_MS = 24 * 3600 * 1000
const KEPT_DAYS = 2 * 365

type Secret = Pick<Services, 'env'>

/**
 * One free trial for each email address and each card. Both are stored as a keyed hash only, so that the table names nobody
 * and still recognises them after an account is deleted.
 */
export async function claimTrial(services: Secret, tx: Db, email: string, subscription: Stripe.Subscription) {
  const keys = keysOf(services, email, subscription)
  const claimed = await tx.insert(usedTrial).values(keys).onConflictDoNothing().returning()
  return claimed.length === keys.length
}

/** For a checkout whose owner has yet to confirm it: the card counts as used, the address does not yet. */
export async function claimCard({ env }: Secret, tx: Db, subscription: Stripe.Subscription) {
  const fingerprint = fingerprintOf(subscription)
  if (!fingerprint) return true
  const claimed = await tx
    .insert(usedTrial)
    .values({ keyHash: hashOf(env.APP_SECRET, 'card', fingerprint) })
    .onConflictDoNothing()
    .returning()
  return claimed.length > 0
}

export async function hasAddressUsedTrial({ env }: Secret, db: Db, email: string) {
  const [used] = await db
    .select()
    .from(usedTrial)
    .where(eq(usedTrial.keyHash, hashOf(env.APP_SECRET, 'email', email)))
  return used !== undefined
}

export const forgetOldTrials = (db: Db) => db.delete(usedTrial).where(lt(usedTrial.createdAt, ago(KEPT_DAYS * DAY_MS)))

/** In a fixed order: consistent lock order prevents deadlocks between checkouts that share an address and a card. */
function keysOf({ env }: Secret, email: string, subscription: Stripe.Subscription) {
  const fingerprint = fingerprintOf(subscription)
  const hashes = [hashOf(env.APP_SECRET, 'email', email)]
  if (fingerprint) hashes.push(hashOf(env.APP_SECRET, 'card', fingerprint))
  return hashes.toSorted().map((keyHash) => ({ keyHash }))
}

/** Nothing for a means of payment that is no card, or where the provider did not include it. */
function fingerprintOf({ default_payment_method: method }: Stripe.Subscription) {
  return typeof method === 'object' ? method?.card?.fingerprint : undefined
}

function hashOf(secret: string, kind: 'email' | 'card', value: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'used trial', 32))
  return createHmac('sha256', key).update(`${kind} ${value}`).digest('base64url')
}
