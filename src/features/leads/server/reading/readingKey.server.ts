import { shortRandomId } from '#db/schema/columns.ts'
import type { AppSecret } from '#platform/secrets/keyring.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'

const PURPOSE = 'lead reading'

/** What a browser may report about: one document that the server opened for one reader at one time. */
export interface ReadingKey {
  sessionId: string
  /** Whose documents these are. For a guest it says whose access counts, and nothing is stored with the lead. */
  leadId: string
  isGuest: boolean
  /** The invitee of the lead who reads. Their seconds are stored with them. */
  inviteeId?: string
  fileId: string
  version: number
  pageCount: number
  issuedAt: Date
}

export const newReadingKey = (facts: Omit<ReadingKey, 'sessionId' | 'issuedAt'>): ReadingKey => ({
  ...facts,
  sessionId: `read_${shortRandomId()}`,
  issuedAt: new Date(),
})

export function signReadingKey(secret: AppSecret, key: ReadingKey) {
  const { sessionId, leadId, isGuest, inviteeId, fileId, version, pageCount, issuedAt } = key
  const who = inviteeId ?? (isGuest ? 'guest' : 'own')
  return signText(secret, PURPOSE, [sessionId, leadId, who, fileId, version, pageCount, issuedAt.getTime()].join('.'))
}

export function verifyReadingKey(secret: AppSecret, text: string): ReadingKey | undefined {
  const signed = readSignedText(secret, PURPOSE, text)
  if (!signed) return undefined
  const [sessionId = '', leadId = '', who, fileId = '', version, pageCount, issuedAt] = signed.split('.')
  return {
    sessionId,
    leadId,
    isGuest: who !== 'own',
    ...(who !== 'own' && who !== 'guest' && { inviteeId: who }),
    fileId,
    version: Number(version),
    pageCount: Number(pageCount),
    issuedAt: new Date(Number(issuedAt)),
  }
}
