import type { Writable } from 'node:stream'
import { NodeResponse } from 'srvx/node'
import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { matchesEtag, parseRange } from '../../http/requestHeaders.ts'
import { downloadHeaders, shownFilePolicy } from '../downloadHeaders.ts'
import type { ByteRange } from '../storage.ts'
import { cutPieces, type DiskFile, findDiskFile, openPiece } from './diskFiles.server.ts'
import type { SignedParams } from './urlSigner.server.ts'

const DownloadTerms = z.object({
  name: z.string(),
  type: z.string(),
  disposition: z.enum(['inline', 'attachment']),
  expires: z.coerce.number(),
})

/** Responds with a file or one range of it. */
export async function serveDiskFile(request: Request, path: string, terms: SignedParams): Promise<Response> {
  const kept = await findDiskFile(path)
  if (!kept) throw notFound()
  const headers = fileHeaders(kept, DownloadTerms.parse(terms))
  if (isUnchanged(request, headers)) return new NodeResponse(null, { status: 304, headers })

  const asked = request.method === 'GET' && mayTakeRange(request, headers) ? request.headers.get('range') : null
  const range = parseRange(asked, kept.size)
  if (range === 'unsatisfiable')
    return new NodeResponse(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${kept.size}` } })
  const { start, end } = range ?? { start: 0, end: kept.size - 1 }
  return new NodeResponse(request.method === 'HEAD' ? null : pipeable(createFileStream(kept, { start, end })), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${kept.size}` }),
    },
  })
}

/** srvx lets a body with a `pipe` method write to the socket itself; its types do not say so. */
const pipeable = (body: ReturnType<typeof createFileStream>) => body as unknown as ReadableStream

function fileHeaders(
  { size, modifiedAt }: DiskFile,
  { name, type, disposition, expires }: z.infer<typeof DownloadTerms>,
) {
  const expiresAt = new Date(expires * 1000)
  const { contentType, contentDisposition, cacheControl } = downloadHeaders({
    name,
    contentType: type,
    disposition,
    expiresAt,
  })
  return {
    'content-type': contentType,
    'content-disposition': contentDisposition,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag: `"${size.toString(36)}-${modifiedAt.getTime().toString(36)}"`,
    'last-modified': modifiedAt.toUTCString(),
    'content-security-policy': shownFilePolicy(type),
    'x-frame-options': 'SAMEORIGIN',
  }
}

type FileHeaders = ReturnType<typeof fileHeaders>

function isUnchanged({ headers: asked }: Request, headers: FileHeaders) {
  const etags = asked.get('if-none-match')
  if (etags !== null) return matchesEtag(etags, headers.etag)
  const since = asked.get('if-modified-since')
  return since !== null && Date.parse(since) >= Date.parse(headers['last-modified'])
}

/** A resumed download gets the whole file if the file has changed. */
function mayTakeRange({ headers: asked }: Request, headers: FileHeaders) {
  const known = asked.get('if-range')
  return known === null || known === headers.etag || known === headers['last-modified']
}

/** Each stalled reader holds one buffer of this size. Larger ones are hardly faster. */
const CHUNK_BYTES = 64 * 1024

/**
 * A body that writes itself to the socket through one buffer. Twice as fast as a stream, which allocates memory for
 * each chunk, and it never holds more than that buffer, however slow the reader is.
 */
function createFileStream(kept: DiskFile, range: ByteRange) {
  return {
    pipe(target: Writable) {
      sendPieces(kept, range, target).then(
        () => target.end(),
        () => target.destroy(),
      )
      return target
    },
    /** Nothing to close: files are opened by `pipe`. */
    abort() {},
  }
}

async function sendPieces({ pieces }: DiskFile, range: ByteRange, target: Writable) {
  const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, range.end - range.start + 1))
  for (const piece of cutPieces(pieces, range)) {
    const handle = await openPiece(piece)
    try {
      for (let at = piece.start; at <= piece.end; ) {
        const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, piece.end - at + 1), at)
        if (bytesRead === 0) throw new Error('A file is shorter than it was.')
        await writeChunk(target, buffer.subarray(0, bytesRead))
        at += bytesRead
      }
    } finally {
      await handle.close()
    }
  }
}

/** Resolves when the bytes have left the buffer, which can then be reused. */
function writeChunk(target: Writable, chunk: Uint8Array) {
  return new Promise<void>((resolve, reject) => {
    const gone = () => reject(new Error('The reader has gone.'))
    if (target.destroyed) return gone()
    target.once('close', gone)
    target.write(chunk, (error) => {
      target.off('close', gone)
      if (error) reject(error)
      else resolve()
    })
  })
}
