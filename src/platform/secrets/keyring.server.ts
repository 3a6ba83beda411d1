import { hkdfSync, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'
import { type KeyPurpose, keyPurposes, type PurposeWithFate } from '#values/keyPurposes.ts'
import { AppError } from '../errors.ts'

/** A key for one purpose, derived from one secret. */
export interface PurposeKey {
  /** Names the secret without revealing it. */
  secretId: string
  /** More bytes than most purposes need: HKDF's output of any length begins with that of a shorter one. */
  material: Buffer
}

/** A keyring, or a secret with none before it. */
export type AppSecret = Keyring | string

const MATERIAL_BYTES = 48
const KEY_BYTES = 32
const SECRET_ID_BYTES = 6

/**
 * APP_SECRET with those before it. The rest of the application derives keys from it and never sees a secret: they are private, so no log, message
 * or response can contain them. New seals and signatures are made with the current secret, and those of every secret are accepted.
 */
export class Keyring {
  readonly #secrets: readonly { id: string; secret: string }[]
  readonly #derived = new Map<KeyPurpose, readonly PurposeKey[]>()
  readonly #kept = new Map<KeyPurpose, readonly PurposeKey[]>()

  constructor(current: string, previous: readonly string[] = []) {
    this.#secrets = [current, ...previous].map((secret) => ({ secret, id: secretId(secret) }))
  }

  /** Of the current secret. */
  get id() {
    return this.ids[0] ?? ''
  }

  get ids() {
    return this.#secrets.map(({ id }) => id)
  }

  /** A keyring for each secret. */
  singly() {
    return this.#secrets.map(({ secret }) => new Keyring(secret))
  }

  /** One for each secret, the current one first. */
  derive(purpose: KeyPurpose) {
    const known = this.#derived.get(purpose)
    if (known) return known
    const keys = this.#secrets.map(({ secret, id }) => ({ secretId: id, material: deriveMaterial(secret, purpose) }))
    this.#derived.set(purpose, keys)
    return keys
  }

  /** With those of earlier secrets that are kept. */
  accepted(purpose: KeyPurpose) {
    const own = this.derive(purpose)
    const kept = this.#kept.get(purpose)?.filter(({ secretId: id }) => !this.ids.includes(id)) ?? []
    return kept.length > 0 ? [...own, ...kept] : own
  }

  /** The first that this installation has had. */
  fixed(purpose: PurposeWithFate<'fixed'>) {
    const key = this.#kept.get(purpose)?.[0] ?? this.derive(purpose)[0]
    if (!key || key.material.length === 0) throw secretMissing()
    return key.material.subarray(0, KEY_BYTES)
  }

  /** Sets the keys of earlier secrets, the oldest first. One without material cannot be opened. */
  keep(keys: readonly (PurposeKey & { purpose: KeyPurpose })[]) {
    this.#kept.clear()
    for (const { purpose, ...key } of keys) {
      // One that cannot be opened signs nothing, but a fixed one must not be replaced silently.
      if (key.material.length > 0 || keyPurposes[purpose] === 'fixed')
        this.#kept.set(purpose, [...(this.#kept.get(purpose) ?? []), key])
    }
  }

  /** For libraries that take a secret as text. */
  derivedTexts(suffix: string) {
    return this.#secrets.map(({ secret }) => `${secret} ${suffix}`)
  }

  toJSON() {
    return '[secrets]'
  }

  [inspect.custom]() {
    return '[secrets]'
  }
}

const deriveMaterial = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, MATERIAL_BYTES))

const secretId = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'secret id', SECRET_ID_BYTES)).toString('base64url')

/** Those of tests and programs that have one secret as text. */
const singles = new Map<string, Keyring>()
const MAX_SINGLES = 50

export function toKeyring(secret: AppSecret) {
  if (typeof secret !== 'string') return secret
  const known = singles.get(secret)
  if (known) return known
  if (singles.size >= MAX_SINGLES) singles.clear()
  const keyring = new Keyring(secret)
  singles.set(secret, keyring)
  return keyring
}

export const currentKey = (secret: AppSecret, purpose: KeyPurpose) => toKeyring(secret).derive(purpose)[0] ?? noKey()
export const keyBytes = ({ material }: PurposeKey) => material.subarray(0, KEY_BYTES)

function noKey(): never {
  throw new Error('A keyring has at least one secret.')
}

/** In constant time for texts of one length. */
export function isSameText(given: string, right: string) {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export const SECRET_MISSING =
  'This was sealed with a secret that is neither APP_SECRET nor in APP_SECRET_PREVIOUS. Add the earlier secret to APP_SECRET_PREVIOUS.'

export const SECRET_MISSING_AT_START =
  'APP_SECRET is not the secret of this installation. Add the one before to APP_SECRET_PREVIOUS, or put it back. Until then this process is not ready. See “Change APP_SECRET” in docs/operations.md.'

/** The visitor can do nothing about it, and it is over as soon as the operator has listed the secret. */
export class SecretMissingError extends AppError {
  constructor() {
    super('SecretMissing', 503, 'The service is temporarily unavailable. Please try again in a moment.', {
      retryAfter: 60,
    })
  }
}

export const secretMissing = () => new SecretMissingError()
