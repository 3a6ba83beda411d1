import { asc, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { keptKey, signingKey } from '#db/schema/record.ts'
import { isKeyPurpose, purposesWithFate } from '#values/keyPurposes.ts'
import { type Keyring, type PurposeKey, SecretMissingError } from './keyring.server.ts'
import { createSeal } from './seal.server.ts'

/** An arbitrary advisory lock id. Several processes may start at once: one of them decides which keys are fixed. */
const KEPT_KEYS_LOCK_ID = 7_250_020
const SealedMaterial = z.strictObject({ material: z.base64() })

/**
 * Gives the keyring the keys of earlier secrets that are still needed. Returns whether the keyring has the secrets of this installation: without
 * them nothing that needs them works, and nothing is replaced.
 */
export async function openKeptKeys(db: Db, keyring: Keyring) {
  const unfixed = await fixKeys(db, keyring)
  const seal = createSeal(keyring, 'kept key')
  const rows = await db.select().from(keptKey).orderBy(asc(keptKey.createdAt), asc(keptKey.purpose))
  const keys = rows.flatMap(({ purpose, secretId, sealed }) =>
    isKeyPurpose(purpose) ? { purpose, secretId, material: openMaterial(seal, sealed) } : [],
  )
  const lost = unfixed.map((purpose) => ({ purpose, secretId: '', material: Buffer.alloc(0) }))
  keyring.keep([...keys, ...lost])
  return lost.length === 0 && keys.every(({ material }) => material.length > 0)
}

/** Empty without the secret with which it was sealed. */
function openMaterial(seal: ReturnType<typeof createSeal>, sealed: string) {
  try {
    return Buffer.from(SealedMaterial.parse(seal.open(sealed)).material, 'base64')
  } catch (error) {
    if (error instanceof SecretMissingError) return Buffer.alloc(0)
    throw error
  }
}

/** From the first start on, pseudonyms come from the keys of the secret that the installation had then. Returns those for which it is not listed. */
async function fixKeys(db: Db, keyring: Keyring) {
  const missing = async (of: Db) => {
    const rows = await of.select({ purpose: keptKey.purpose }).from(keptKey)
    return purposesWithFate('fixed').filter((purpose) => !rows.some((row) => row.purpose === purpose))
  }
  if ((await missing(db)).length === 0) return []
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${KEPT_KEYS_LOCK_ID})`)
    const purposes = await missing(tx)
    const first = await findSecretInUse(tx, keyring)
    for (const purpose of purposes) {
      const key = keyring.derive(purpose).find(({ secretId }) => secretId === first)
      if (key) await tx.insert(keptKey).values({ purpose, ...sealKey(keyring, key) })
    }
    return first === undefined ? purposes : []
  })
}

/** Which of them the installation had when it came to this version: the one that opens its signing key. Any, if it has none and is new. */
async function findSecretInUse(tx: Db, keyring: Keyring) {
  const [signing] = await tx.select().from(signingKey).where(isNull(signingKey.retiredAt)).limit(1)
  if (!signing) return keyring.id
  return keyring.singly().find((one) => canOpen(one, signing.privateKey))?.id
}

function canOpen(one: Keyring, sealed: string) {
  try {
    createSeal(one, 'signing key').open(sealed)
    return true
  } catch {
    return false
  }
}

const sealKey = (keyring: Keyring, { secretId, material }: PurposeKey) => ({
  secretId,
  sealed: createSeal(keyring, 'kept key').close({ material: material.toString('base64') }),
})

/** Keeps what is needed of the secrets before the current one, so that links stay valid without them. Returns how many keys were added. */
export async function keepLastingKeys(db: Db, keyring: Keyring) {
  const rows = purposesWithFate('lasting').flatMap((purpose) =>
    keyring
      .derive(purpose)
      .slice(1)
      .map((key) => ({ purpose, ...sealKey(keyring, key) })),
  )
  if (rows.length === 0) return 0
  const added = await db.insert(keptKey).values(rows).onConflictDoNothing().returning({ purpose: keptKey.purpose })
  return added.length
}

/** Links from before stop working, once the processes have been started again. */
export async function endOldLinks(db: Db) {
  const ended = await db
    .delete(keptKey)
    .where(sql`${keptKey.purpose} = any(${sql.param(purposesWithFate('lasting'))})`)
    .returning({ purpose: keptKey.purpose })
  return ended.length
}
