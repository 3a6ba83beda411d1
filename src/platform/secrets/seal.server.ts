import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SealPurpose } from '#values/keyPurposes.ts'
import { type AppSecret, currentKey, keyBytes, secretMissing, toKeyring } from './keyring.server.ts'

/** Encrypts what must not be readable in a database dump, such as an email with a private link. */
export interface Seal {
  close(value: unknown): string
  open(sealed: string): unknown
}

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Base64, a padding character and the id of the secret. A version before ids reads it too, because decoding ends at the padding. Without an id
 * it is from such a version.
 */
const SEALED = /^([A-Za-z0-9+/]+)=*(?:\.([\w-]+))?$/

export function createSeal(secret: AppSecret, name: SealPurpose): Seal {
  const purpose = `seal ${name}` as const
  return {
    close(value) {
      const key = currentKey(secret, purpose)
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyBytes(key), iv)
      const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
      const text = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
      return `${text.replace(/=+$/, '')}=.${key.secretId}`
    },
    open(sealed) {
      const [, text, id] = SEALED.exec(sealed) ?? []
      const keys = toKeyring(secret).derive(purpose)
      const fitting = id === undefined ? keys : keys.filter(({ secretId }) => secretId === id)
      if (fitting.length === 0) throw secretMissing()
      const bytes = Buffer.from(text ?? '', 'base64')
      for (const [index, key] of fitting.entries()) {
        try {
          return JSON.parse(decrypt(bytes, keyBytes(key)))
        } catch (error) {
          // Without an id nobody can tell another secret from a damaged value, and a missing secret is what happens.
          if (index === fitting.length - 1) throw text !== undefined && id === undefined ? secretMissing() : error
        }
      }
    },
  }
}

function decrypt(bytes: Buffer, key: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString()
}

/** Which secret a sealed value needs. Nothing for one from a version before ids. */
export const sealedWith = (sealed: string) => SEALED.exec(sealed)?.[2]
