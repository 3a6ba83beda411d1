import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomFillSync } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Encrypts what must not be readable in a database dump, such as an email with a private link. */
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

/** For starts without APP_SECRET: generated once and kept in DATA_DIR. */
export function readOrCreateSecret(dataDir: string) {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${process.pid}`
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    // Linking fails if the file exists, so two simultaneous first starts agree on one secret.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}

/** Every request needs a few random bytes, and fetching 16 from the system costs as much as fetching 4,096. */
const randomPool = Buffer.alloc(4_096)
let usedBytes = randomPool.length

/** Each byte is used once. At most the size of the pool. */
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
