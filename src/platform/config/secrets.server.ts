import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomFillSync } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps what only this application may read (a mail with a private link) out of database dumps. */
export interface Seal {
  close(value: unknown): string
  open(sealed: string): unknown
}

const IV_BYTES = 12
const TAG_BYTES = 16

export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32))
  return {
    close(value) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8'),
      )
    },
  }
}

/** APP_SECRET for starts that set none: made once, kept in DATA_DIR. */
export function readOrCreateSecret(dataDir: string) {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${process.pid}`
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    // A link fails if the name is taken, so two first starts agree on one secret.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}

/** Asking the system for a few random bytes costs as much as for a page of them, and every request needs some. */
const randomPool = Buffer.alloc(4_096)
let usedBytes = randomPool.length

/** Each byte is given away once. At most as many as the supply has. */
export function takeRandomBytes(count: number) {
  if (usedBytes + count > randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  const taken = Buffer.from(randomPool.subarray(usedBytes, usedBytes + count))
  randomPool.fill(0, usedBytes, usedBytes + count)
  usedBytes += count
  return taken
}
