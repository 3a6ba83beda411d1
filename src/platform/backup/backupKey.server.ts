import { createHmac, hkdfSync, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Why there is no backup, or why it is not restored, in a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** What `backup.json` says in plain text: how the key is derived, and whether a key is the right one. Nothing about the content. */
export const BackupHeader = z.strictObject({
  format: z.literal('property-files backup 1'),
  derivation: z.enum(['hkdf', 'scrypt']),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  keyCheck: z.string(),
})
export type BackupHeader = z.infer<typeof BackupHeader>

export interface BackupKey {
  header: BackupHeader
  /** The key of one part: another for each name and each salt, so that no nonce is ever used twice with it. */
  keyFor(name: string, salt: Uint8Array): Buffer
}

const RAW_KEY = /^[0-9a-f]{64}$/i
/** 128 MB and a third of a second for each guess at a passphrase. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** For a new backup. `earlier` is the header of one in the same folder, whose parts can then be used again. */
export function createBackupKey(secret: string, earlier?: BackupHeader): BackupKey {
  if (earlier && isKeyOf(secret, earlier)) return openBackupKey(secret, earlier)
  const derivation = RAW_KEY.test(secret) ? 'hkdf' : 'scrypt'
  const salt = randomBytes(32).toString('hex')
  const master = deriveMaster(secret, derivation, salt)
  const header = { format: 'property-files backup 1' as const, derivation, salt, keyCheck: keyCheckOf(master) } as const
  return { header, keyFor: keyForParts(master) }
}

/** For an existing backup. Throws if the key is not the one that it was made with. */
export function openBackupKey(secret: string, header: BackupHeader): BackupKey {
  const master = deriveMaster(secret, header.derivation, header.salt)
  if (!isSame(header.keyCheck, keyCheckOf(master)))
    throw new BackupError('BACKUP_KEY isn’t the key that this backup was made with.')
  return { header, keyFor: keyForParts(master) }
}

function isKeyOf(secret: string, header: BackupHeader) {
  return isSame(header.keyCheck, keyCheckOf(deriveMaster(secret, header.derivation, header.salt)))
}

function deriveMaster(secret: string, derivation: BackupHeader['derivation'], salt: string) {
  const saltBytes = Buffer.from(salt, 'hex')
  if (derivation === 'scrypt') return scryptSync(secret.normalize('NFC'), saltBytes, 32, SCRYPT)
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), saltBytes, 'property-files backup', 32))
}

const keyForParts = (master: Buffer) => (name: string, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', master, salt, `part ${name}`, 32))

const keyCheckOf = (master: Buffer) => createHmac('sha256', master).update('key check').digest('hex').slice(0, 32)

const isSame = (given: string, right: string) =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
