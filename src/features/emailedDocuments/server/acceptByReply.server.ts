import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { removeContentJob } from '#features/files/server/removeContent.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import type { Limit } from '#platform/limits/rateLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { type ReplyOutcome, replyHandledEmail } from '../emailedDocuments.emails.tsx'
import { acceptDocuments, isWaiting } from './emailedDocuments.server.ts'
import { replyAddress } from './replyAddress.server.ts'

/** A machine that does not say that it is one gets no more answers than this. */
const answersPerEmail: Limit = { name: 'inbound_reply', points: 5, seconds: 24 * 3600 }

interface Reply {
  /** The row of the reply itself, and of its content. */
  id: string
  raw: { id: string; path: string }
  listing: { id: string; title: string }
  /** The email whose documents it is about. */
  answeredId: string
  /** Who sent it, if that is proven and they can edit the listing. */
  member: Agent | undefined
  text: string
  hasFiles: boolean
}

/**
 * Accepts the documents of an email if a member says so. Anyone else may have got hold of the address: they change nothing and hear nothing.
 * May be repeated: the row of the unread reply is there until it is done.
 */
export async function handleReply(services: Services, reply: Reply) {
  const { database, jobs, limits } = services
  const { id, raw, answeredId, member } = reply
  const isAnswered = member !== undefined && (await limits.isWithin(answersPerEmail, answeredId))
  await database.db.transaction(async (tx) => {
    const result = member && (await decide(services, tx, member, reply))
    const [unread] = await tx.delete(inboundDocument).where(eq(inboundDocument.id, raw.id)).returning()
    // Another attempt was faster, and has told the member.
    if (!unread) return
    await jobs.enqueue(tx, removeContentJob, { path: raw.path })
    if (!member || !result) {
      await tx.delete(inboundEmail).where(eq(inboundEmail.id, id))
      return
    }
    // It stays until it is old, so that the same reply is recognised if it is sent again.
    await tx
      .update(inboundEmail)
      .set({ sender: member.email, memberId: member.id, decidedAt: sql`now()`, decidedById: member.id })
      .where(eq(inboundEmail.id, id))
    if (result.outcome === 'added' || isAnswered) await tellMember(services, tx, member, reply, result)
  })
}

interface Decision {
  outcome: ReplyOutcome
  names: string[]
}

/** The documents of that email which still wait, and no others. */
async function decide(
  services: Services,
  tx: Db,
  member: Agent,
  { listing: { id: listingId }, answeredId, text }: Reply,
): Promise<Decision> {
  const documents = await tx
    .select({ id: inboundDocument.id })
    .from(inboundDocument)
    .where(and(eq(inboundDocument.emailId, answeredId), isWaiting))
  if (documents.length === 0) return { outcome: 'decided', names: [] }
  if (!isAcceptance(text)) return { outcome: 'unclear', names: [] }
  // As in the portal, where accepting needs a subscription.
  if (!member.subscriptionActive) return { outcome: 'failed', names: [] }
  try {
    const added = await tx.transaction((inner) => acceptDocuments(services, inner, member, { listingId, documents }))
    return { outcome: added.length > 0 ? 'added' : 'decided', names: added.map(({ name }) => name) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: 'failed', names: [] }
  }
}

/** One that was not understood can be answered again. */
async function tellMember(
  { mailer, env }: Services,
  tx: Db,
  { email }: Agent,
  { listing: { id, title }, answeredId, hasFiles }: Reply,
  result: Decision,
) {
  await mailer.post(tx, {
    to: email,
    isAutomaticReply: true,
    replyTo: result.outcome === 'unclear' ? replyAddress(env, answeredId) : undefined,
    ...replyHandledEmail({ ...result, title, hasFiles, link: `${env.APP_URL}/portal/listings/${id}#from-email` }),
  })
}

const YES =
  /^(?:ok(?:ay)?|yes|yep|accept(?:ed)?|add)(?:,? (?:all|it|them|please|thanks|thank you|cheers|add|accept|ok(?:ay)?))*[.!]*$/i
/** "OK, but without the LIM" goes on in the next line, too. */
const OBJECTION = /\b(?:not|don['’]?t|but|except|without|only|wait|hold|remove|delete|leave)\b/i
/** Where the email that is answered begins, or a signature. */
const QUOTE = /^(?:>|-{2}|_{5}|from:|sent from\b|on\b.*\d{4})/i

/** Whether someone says yes in the first line, and nothing else in their first paragraph. What they quote does not count. */
export function isAcceptance(text: string) {
  const plain = text.replace(/[\u200b\ufeff]/g, '').replace(/\u00a0/g, ' ')
  const [paragraph = ''] = plain.trim().split(/\n\s*\n/)
  const lines = paragraph.split('\n').map((line) => line.trim())
  const end = lines.findIndex((line) => QUOTE.test(line))
  const [first = '', ...rest] = end < 0 ? lines : lines.slice(0, end)
  return YES.test(first) && !rest.some((line) => OBJECTION.test(line))
}
