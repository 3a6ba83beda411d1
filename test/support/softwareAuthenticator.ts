import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAssertion } from '../../src/features/accounts/passkeys/passkeys.schema.ts'

interface Ceremony {
  challenge: string
  /** Of the page. */
  origin: string
  /** The site that the key is for, where it is not the page's host. */
  rpId?: string
  /** Whether the device asked for a fingerprint, a face or the screen lock. */
  isVerified?: boolean
  /** Changes what the browser says about the page. */
  client?: Record<string, unknown>
}

interface Assertion extends Ceremony {
  /** How often the key was used. Devices that don't count say 0. */
  counter?: number
  /** The account that the device names, where it is not the key's. */
  userHandle?: string
}

interface Creation extends Ceremony {
  userId: string
  counter?: number
  /** What the device says about itself, given its signature. Without this it says nothing. */
  attest?: (signature: Buffer) => { format: string; statement: Record<string, Cbor> }
}

/** A passkey as a browser and a device make it, with every part open to a lie. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let owner = ''
  return {
    id,
    create({ userId, counter = 0, attest, ...ceremony }: Creation): NewPasskey {
      owner = userId
      const key = coseKey(publicKey)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const data = authenticatorData(ceremony, counter, attested)
      const client = clientData('webauthn.create', ceremony)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const { format, statement } = attest?.(signature) ?? { format: 'none', statement: {} }
      const object: Cbor = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', new Map(Object.entries(statement))],
        ['authData', data],
      ])
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        attestationObject: encodeCbor(object).toString('base64url'),
        transports: ['internal'],
      }
    },
    answer({ counter = 0, userHandle = owner, ...ceremony }: Assertion): PasskeyAssertion {
      const data = authenticatorData(ceremony, counter)
      const client = clientData('webauthn.get', ceremony)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle && { userHandle: Buffer.from(userHandle).toString('base64url') }),
      }
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const clientData = (type: string, { challenge, origin, client }: Ceremony) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...client }))

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

function authenticatorData({ origin, rpId, isVerified = true }: Ceremony, counter: number, attested?: Buffer) {
  const flags = PRESENT | (isVerified ? VERIFIED : 0) | (attested ? HAS_KEY : 0)
  const fixed = Buffer.alloc(5)
  fixed.writeUInt8(flags)
  fixed.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), fixed, attested ?? Buffer.alloc(0)])
}

/** A point of P-256, for ES256. */
function coseKey(key: KeyObject) {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return encodeCbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Cbor[] | Map<string | number, Cbor>

/** The part of CBOR (RFC 8949) that authenticators write. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(encodeCbor)])
  return Buffer.concat([cborHead(5, value.size), ...[...value].flat().map(encodeCbor)])
}

/** The kind of value with its amount or length. */
function cborHead(kind: number, amount: number) {
  if (amount < 24) return Buffer.from([(kind << 5) | amount])
  if (amount < 256) return Buffer.from([(kind << 5) | 24, amount])
  return Buffer.from([(kind << 5) | 25, amount >> 8, amount & 0xff])
}
