import type { Watermark } from '#features/files/server/access/readerCopies.server.ts'
import type { AppSecret } from '#platform/secrets/keyring.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { fullName } from '#ui/format/format.ts'
import type { DocumentKey, ReaderIdentity } from './documentAccess.server.ts'

const URL_MINUTES = 10

/** What a URL gives: a document to show or to save, or its pages as pictures and text. */
type DocumentUse = 'inline' | 'attachment' | 'pages'

/** One version of a document, for one reader. It says what was asked for; each request checks whether that is still allowed. */
export interface DocumentGrant extends DocumentKey {
  issuedAt: Date
  listingId: string
  fileId: string
  version: number
  use: DocumentUse
}

/** The key is in the query, which no log contains. */
export const documentUrl = (secret: AppSecret, grant: DocumentGrant) =>
  `/documents/${grant.fileId}?key=${signDocumentGrant(secret, grant)}`

const PURPOSE = 'lead document'

function signDocumentGrant(secret: AppSecret, grant: DocumentGrant) {
  const { leadId, inviteeId = '', isGuest, issuedAt, listingId, fileId, version, use } = grant
  const expiresAt = Date.now() + URL_MINUTES * 60_000
  const who = isGuest ? 'guest' : 'own'
  const facts = [leadId, inviteeId, who, issuedAt.getTime(), listingId, fileId, version, use, expiresAt]
  return signText(secret, PURPOSE, facts.join('.'))
}

/** Nothing if the key was made up, changed, or has expired. */
export function verifyDocumentGrant(secret: AppSecret, key: string): DocumentGrant | undefined {
  const facts = readSignedText(secret, PURPOSE, key)?.split('.')
  if (!facts) return undefined
  const [leadId = '', inviteeId, who, issuedAt, listingId = '', fileId = '', version, use, expiresAt] = facts
  if (Number(expiresAt) < Date.now()) return undefined
  return {
    ...{ leadId, listingId, fileId },
    inviteeId: inviteeId || undefined,
    isGuest: who === 'guest',
    issuedAt: new Date(Number(issuedAt)),
    version: Number(version),
    use: use === 'pages' || use === 'attachment' ? use : 'inline',
  }
}

/** What stands across the pages. A guest typed an address that was known already, and must not learn whose it is. */
export function watermarkFor({ lead, invitee, isOwn }: ReaderIdentity, timeZone: string): Watermark {
  if (invitee) return { readerId: invitee.id, name: invitee.name, email: invitee.email, timeZone }
  const { id, email } = lead
  return isOwn
    ? { readerId: id, name: fullName(lead), email, timeZone }
    : { readerId: guestReaderId(id), name: '', email, timeZone }
}

/** All guests of a lead read as one. */
export const guestReaderId = (leadId: string) => `guest of ${leadId}`
