import { NodeResponse } from 'srvx/node'
import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { matchesEtag } from '../../http/matchesEtag.ts'
import { downloadHeaders } from '../delivery.ts'
import { findStoredFile, type StoredFile } from './kept.server.ts'
import { parseRange } from './range.ts'
import { createFileStream } from './sender.server.ts'
import type { SignedTerms } from './signature.server.ts'

const DownloadTerms = z.object({
  name: z.string(),
  type: z.string(),
  disposition: z.enum(['inline', 'attachment']),
  expires: z.coerce.number(),
})

/**
 * A file may draw itself, as browsers do with a picture, and nothing else; only our own pages may frame it. A video is loaded
 * once more by the page that the browser makes for it, which must then count as ours. It still runs nothing.
 */
const policyFor = (type: string) =>
  `sandbox${type === 'video/mp4' ? ' allow-same-origin' : ''}; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'`

/** Answers with a file or one range of it. */
export async function sendFile(request: Request, path: string, terms: SignedTerms): Promise<Response> {
  const kept = await findStoredFile(path)
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

/** The server lets anything that has `pipe` write to the socket itself; its types do not say so. */
const pipeable = (body: ReturnType<typeof createFileStream>) => body as unknown as ReadableStream

function fileHeaders({ size, modifiedAt }: StoredFile, { name, type, disposition, expires }: z.infer<typeof DownloadTerms>) {
  const expiresAt = new Date(expires * 1000)
  const { contentType, contentDisposition, cacheControl } = downloadHeaders({ name, contentType: type, disposition, expiresAt })
  return {
    'content-type': contentType,
    'content-disposition': contentDisposition,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag: `"${size.toString(36)}-${modifiedAt.getTime().toString(36)}"`,
    'last-modified': modifiedAt.toUTCString(),
    'content-security-policy': policyFor(type),
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

/** Whoever continues an earlier download gets all of the file if it is no longer the same. */
function mayTakeRange({ headers: asked }: Request, headers: FileHeaders) {
  const known = asked.get('if-range')
  return known === null || known === headers.etag || known === headers['last-modified']
}
