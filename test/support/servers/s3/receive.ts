import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Asked, S3Error } from './answer.ts'

/** Stores a body in a separate file, if it is the one that was signed. */
export async function receive({ body, bodyHash, folder }: Asked) {
  const path = join(folder, randomUUID())
  const sha256 = bodyHash ? createHash('sha256') : undefined
  let size = 0
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        sha256?.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path),
  )
  if (sha256 && sha256.digest('hex') !== bodyHash) {
    await rm(path)
    throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  }
  return { path, size, etag: `"${randomUUID()}"` }
}
