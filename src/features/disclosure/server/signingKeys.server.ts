import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { signingKey } from '#db/schema/record.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import type { AppSecret } from '#platform/secrets/keyring.server.ts'
import { createSeal } from '#platform/secrets/seal.server.ts'
import type { Services } from '#platform/services.server.ts'
import { signedText } from '../certificateSignature.ts'
import type { CheckSignatureInput } from '../disclosure.schema.ts'

/** An arbitrary advisory lock id. Several processes may start at once: one of them makes the key. */
const KEY_LOCK_ID = 7_250_019
const SEAL_PURPOSE = 'signing key'
const SealedKey = z.strictObject({ pkcs8: z.string() })

type StoredKey = typeof signingKey.$inferSelect

/** The key that signs now. Made if there is none. */
export async function requireSigningKey(db: Db, secret: AppSecret): Promise<StoredKey> {
  return (
    (await findCurrentKey(db)) ??
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK_ID})`)
      return (await findCurrentKey(tx)) ?? addKey(tx, secret)
    })
  )
}

async function findCurrentKey(db: Db) {
  const [current] = await db
    .select()
    .from(signingKey)
    .where(isNull(signingKey.retiredAt))
    .orderBy(desc(signingKey.createdAt))
    .limit(1)
  return current
}

/** From now on another key signs. Certificates of the old one stay valid. */
export const rotateSigningKey = (db: Db, secret: AppSecret) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK_ID})`)
    await tx.update(signingKey).set({ retiredAt: now }).where(isNull(signingKey.retiredAt))
    return addKey(tx, secret)
  })

async function addKey(tx: Db, secret: AppSecret) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const [added] = await tx
    .insert(signingKey)
    .values({
      // From the key itself, so that an id never means another key.
      id: createHash('sha256').update(Buffer.from(x, 'base64url')).digest('base64url').slice(0, 16),
      publicKey: x,
      privateKey: createSeal(secret, SEAL_PURPOSE).close({ pkcs8 }),
      createdAt: now,
    })
    .returning()
  if (!added) throw new Error('The signing key was not stored.')
  return added
}

/** In base64url. */
export function signWithKey({ privateKey }: StoredKey, secret: AppSecret, text: string) {
  const { pkcs8 } = SealedKey.parse(createSeal(secret, SEAL_PURPOSE).open(privateKey))
  const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' })
  return sign(null, Buffer.from(text), key).toString('base64url')
}

const checksPerAddress = { name: 'check_certificate', points: 120, seconds: 600 }

/** Whether we signed a PDF and data with these hashes. A few hundred bytes, whatever the size of the certificate. */
export async function checkSignature(
  { database: { db }, limits }: Pick<Services, 'database' | 'limits'>,
  { keyId, signature, ...hashes }: CheckSignatureInput,
  clientIp: string,
): Promise<{ result: 'valid' | 'changed' | 'unknown' }> {
  await limits.spend(checksPerAddress, rateLimitKey(clientIp))
  const isValid = await verifyWithKey(db, keyId, signedText(hashes), signature)
  if (isValid === undefined) return { result: 'unknown' }
  return { result: isValid ? 'valid' : 'changed' }
}

/** Nothing if we have no such key. */
async function verifyWithKey(db: Db, keyId: string, text: string, signature: string) {
  const [found] = await db.select().from(signingKey).where(eq(signingKey.id, keyId))
  if (!found) return undefined
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: found.publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

/** For anyone who wants to check a certificate without us: the current key first, then those that signed before. */
export async function publicKeysJson(db: Db, secret: AppSecret) {
  await requireSigningKey(db, secret)
  const keys = await db
    .select({
      id: signingKey.id,
      publicKey: signingKey.publicKey,
      createdAt: signingKey.createdAt,
      retiredAt: signingKey.retiredAt,
    })
    .from(signingKey)
    .orderBy(sql`${signingKey.retiredAt} desc nulls first`, desc(signingKey.createdAt))
  return JSON.stringify({ keys: keys.map((key) => ({ algorithm: 'Ed25519', encoding: 'base64url', ...key })) }, null, 2)
}
