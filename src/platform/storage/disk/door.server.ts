import { forbidden, notFound } from '../../errors.ts'
import { isStorageKey } from '../keys.server.ts'
import type { Layout } from './layout.server.ts'
import { type UploadRequest, receivePart } from './receive.server.ts'
import { sendFile } from './send.server.ts'
import { STORAGE_PATH, type UrlSigner } from './signature.server.ts'

/** Answers the signed addresses. What is no key cannot name a file, signed or not. */
export function serveSignedUrls(layout: Layout, signer: UrlSigner) {
  const writing = new Set<string>()
  return async (request: UploadRequest): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const key = pathname.slice(STORAGE_PATH.length)
    if (!isStorageKey(key)) throw notFound()
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const terms = signer.verify(method, key, searchParams)
    if (!terms) throw forbidden('This link has expired. Go back and open the file again.')
    if (method !== 'PUT') return sendFile(request, layout.fileOf(key), terms)
    return receivePart(request, { layout, key, signed: terms, writing })
  }
}
