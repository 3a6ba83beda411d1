import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { shortRandomId } from '#db/schema/columns.ts'

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

export function signReadingKey(secret: string, key: ReadingKey) {
  const { sessionId, leadId, isGuest, inviteeId, fileId, version, pageCount, issuedAt } = key
  const who = inviteeId ?? (isGuest ? 'guest' : 'own')
  const signed = [sessionId, leadId, who, fileId, version, pageCount, issuedAt.getTime()].join('.')
  return `${signed}.${sign(secret, signed)}`
}

export function verifyReadingKey(secret: string, text: string): ReadingKey | undefined {
  const end = text.lastIndexOf('.')
  const signed = text.slice(0, Math.max(end, 0))
  const right = Buffer.from(sign(secret, signed))
  const given = Buffer.from(text.slice(end + 1))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
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

function sign(secret: string, signed: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'lead reading', 32))
  return createHmac('sha256', key).update(signed).digest('base64url')
}
