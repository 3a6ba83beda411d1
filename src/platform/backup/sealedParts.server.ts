import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupKey } from './backupKey.server.ts'
import { BackupError } from './backupKey.server.ts'

/** Encrypted in chunks, so that a part of any size takes the memory of a few. */
const CHUNK_BYTES = 256 * 1024
const TAG_BYTES = 16
const SALT_BYTES = 32
const MAGIC = Buffer.from('PFBACK1\n')
const PREFIX_BYTES = MAGIC.length + SALT_BYTES

export interface SealedPart {
  name: string
  /** Of the encrypted file. */
  size: number
  sha256: string
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * AES-256-GCM over numbered chunks (the STREAM construction): each nonce has the chunk's number and whether it is the last, so chunks that are
 * changed, missing, repeated or in another order are noticed, and so is an end that was cut off. The key is of this name alone: a part that
 * takes another's place is noticed, too.
 */
export async function* seal(key: BackupKey, name: string, content: Bytes): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const partKey = key.keyFor(name, salt)
  yield Buffer.concat([MAGIC, salt])
  let number = 0
  for await (const { chunk, isLast } of inChunks(content, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', partKey, nonceOf(number++, isLast))
    yield cipher.update(chunk)
    cipher.final()
    yield cipher.getAuthTag()
  }
}

/** The content, once each chunk has been checked. Throws as soon as something is wrong: what was read before is right, but not all. */
export async function* unseal(key: BackupKey, name: string, sealed: Bytes): AsyncGenerator<Buffer> {
  let partKey: Buffer | undefined
  let number = 0
  for await (const { chunk, isLast, isFirst } of inChunks(sealed, CHUNK_BYTES + TAG_BYTES, PREFIX_BYTES)) {
    if (isFirst) {
      if (isLast || !chunk.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(name)
      partKey = key.keyFor(name, chunk.subarray(MAGIC.length))
      continue
    }
    if (!partKey || chunk.length < TAG_BYTES) throw damaged(name)
    const decipher = createDecipheriv('aes-256-gcm', partKey, nonceOf(number++, isLast))
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    const content = decipher.update(chunk.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch {
      throw damaged(name)
    }
    yield content
  }
}

const damaged = (name: string) =>
  new BackupError(`The backup is damaged or was changed: ${name} can’t be read. Use another backup.`)

function nonceOf(number: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Pieces of one size, except for the last, which may be empty. `firstSize` is the size of a first piece that differs. */
async function* inChunks(content: Bytes, size: number, firstSize = size) {
  let pending: Buffer = Buffer.allocUnsafeSlow(firstSize)
  let [filled, isFirst] = [0, true]
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length; ) {
      // Only once there is more: the last piece is marked.
      if (filled === pending.length) {
        yield { chunk: pending, isLast: false, isFirst }
        pending = Buffer.allocUnsafeSlow(size)
        filled = 0
        isFirst = false
      }
      const length = Math.min(bytes.length - at, pending.length - filled)
      pending.set(bytes.subarray(at, at + length), filled)
      filled += length
      at += length
    }
  }
  yield { chunk: pending.subarray(0, filled), isLast: true, isFirst }
}

/** Writes a part. It has its name only when all of it is on disk. */
export async function writePart(folder: string, key: BackupKey, name: string, content: Bytes): Promise<SealedPart> {
  const path = join(folder, name)
  const draft = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const bytes of seal(key, name, content)) {
      hash.update(bytes)
      size += bytes.length
      yield bytes
    }
  }
  const handle = await open(draft, 'w', 0o600)
  try {
    await pipeline(measured(), handle.createWriteStream({ flush: true }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { name, size, sha256: hash.digest('hex') }
}

/** Reads a part. With `expected`, also that it is this file, and not one from another backup. */
export async function* readPart(folder: string, key: BackupKey, name: string, expected?: SealedPart) {
  const hash = expected && createHash('sha256')
  async function* measured(): AsyncGenerator<Buffer> {
    try {
      for await (const bytes of createReadStream(join(folder, name), { highWaterMark: CHUNK_BYTES })) {
        hash?.update(bytes)
        yield bytes
      }
    } catch (error) {
      if (isMissing(error)) throw new BackupError(`The backup isn’t complete: ${name} is missing. Use another backup.`)
      throw error
    }
  }
  yield* unseal(key, name, measured())
  if (hash?.digest('hex') !== expected?.sha256) throw damaged(name)
}

export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
