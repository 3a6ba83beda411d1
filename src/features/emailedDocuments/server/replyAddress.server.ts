import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { inboundEmail } from '#db/schema/inboundEmails.ts'
import { listing } from '#db/schema/listings.ts'
import { type AppSecret, isSameText } from '#platform/secrets/keyring.server.ts'
import { signedForms } from '#platform/secrets/signedText.server.ts'
import type { Services } from '#platform/services.server.ts'

type ReplyEnv = Pick<Services['env'], 'APP_SECRET' | 'INBOUND_DOMAIN'>

const PURPOSE = 'accept emailed documents by reply'
const ID_PREFIX = 'mail_'

/**
 * Where a reply accepts the documents of one email: `accept.{id}.{signature}@in.example.nz`. Nothing is stored for it. It works until the
 * documents are accepted or deleted, and ends with them.
 */
export const replyAddress = ({ APP_SECRET, INBOUND_DOMAIN: domain }: ReplyEnv, emailId: string) =>
  domain && `accept.${emailId.slice(ID_PREFIX.length)}.${signatures(APP_SECRET, emailId)[0]}@${domain}`

/** The id of the email that a reply to this address is about, if we have made the address. */
export function findAnsweredEmailId({ APP_SECRET, INBOUND_DOMAIN: domain }: ReplyEnv, address: string) {
  const [, id, given, at] = /^accept\.([0-9a-z]+)\.([0-9a-f]{32})@(.+)$/.exec(address.toLowerCase()) ?? []
  if (!id || !given || at !== domain) return undefined
  const emailId = ID_PREFIX + id
  return signatures(APP_SECRET, emailId).some((right) => isSameText(given, right)) ? emailId : undefined
}

/** 128 bits in lower case, because servers on the way may change the case of an address. The current one first. */
const signatures = (secret: AppSecret, emailId: string) =>
  signedForms(secret, PURPOSE, emailId).map((text) => createHash('sha256').update(text).digest('hex').slice(0, 32))

/** The listing of the email that is answered, while there is one. Archived listings take no email. */
export async function findListingByReplyAddress(db: Db, env: ReplyEnv, address: string) {
  const emailId = findAnsweredEmailId(env, address)
  if (!emailId) return undefined
  const [found] = await db
    .select({ id: listing.id, agencyId: listing.agencyId })
    .from(inboundEmail)
    .innerJoin(listing, and(eq(listing.id, inboundEmail.listingId), eq(listing.agencyId, inboundEmail.agencyId)))
    .where(and(eq(inboundEmail.id, emailId), isNull(listing.archivedAt)))
  return found
}
