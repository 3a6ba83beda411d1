import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Watermark } from '#features/files/server/access/readerCopies.server.ts'
import { fullName } from '#ui/format/format.ts'
import type { DocumentKey, Lead } from './documentAccess.server.ts'

const URL_MINUTES = 10

/** What a URL gives: a document to show or to save, or its pages as pictures and text. */
type DocumentUse = 'inline' | 'attachment' | 'pages'

/** One version of a document, for one reader. It says what was asked for; each request checks whether that is still allowed. */
export interface DocumentGrant extends Required<DocumentKey> {
  listingId: string
  fileId: string
  version: number
  use: DocumentUse
}

/** The key is in the query, which no log contains. */
export const documentUrl = (secret: string, grant: DocumentGrant) =>
  `/documents/${grant.fileId}?key=${signDocumentGrant(secret, grant)}`

export function signDocumentGrant(secret: string, grant: DocumentGrant) {
  const { leadId, isGuest, issuedAt, listingId, fileId, version, use } = grant
  const expiresAt = Date.now() + URL_MINUTES * 60_000
  const who = isGuest ? 'guest' : 'own'
  const signed = [leadId, who, issuedAt.getTime(), listingId, fileId, version, use, expiresAt].join('.')
  return `${signed}.${sign(secret, signed)}`
}

/** Nothing if the key was made up, changed, or has expired. */
export function verifyDocumentGrant(secret: string, key: string): DocumentGrant | undefined {
  const end = key.lastIndexOf('.')
  const signed = key.slice(0, Math.max(end, 0))
  const right = Buffer.from(sign(secret, signed))
  const given = Buffer.from(key.slice(end + 1))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const [leadId = '', who, issuedAt, listingId = '', fileId = '', version, use, expiresAt] = signed.split('.')
  if (Number(expiresAt) < Date.now()) return undefined
  return {
    ...{ leadId, listingId, fileId },
    isGuest: who === 'guest',
    issuedAt: new Date(Number(issuedAt)),
    version: Number(version),
    use: use === 'pages' || use === 'attachment' ? use : 'inline',
  }
}

function sign(secret: string, signed: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'lead document', 32))
  return createHmac('sha256', key).update(signed).digest('base64url')
}

/** What stands across the pages. A guest typed an address that was known already, and must not learn whose it is. */
export const watermarkFor = (lead: Lead, isOwn: boolean): Watermark => ({
  readerId: isOwn ? lead.id : `guest of ${lead.id}`,
  name: isOwn ? fullName(lead) : '',
  email: lead.email,
})
