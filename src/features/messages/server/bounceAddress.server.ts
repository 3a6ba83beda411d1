import { createHash } from 'node:crypto'
import { type AppSecret, isSameText } from '#platform/secrets/keyring.server.ts'
import { signedForms } from '#platform/secrets/signedText.server.ts'
import type { Services } from '#platform/services.server.ts'

type BounceEnv = Pick<Services['env'], 'APP_SECRET' | 'INBOUND_DOMAIN'>

const PURPOSE = 'returned message'
/** 80 bits: with an id each, the part before the @ has 61 of the 64 characters that it may have. */
const SIGNATURE_LENGTH = 20
const SIGNED_ADDRESS = new RegExp(`^bounce\\+([0-9a-z]{16})\\.([0-9a-z]{16})\\.([0-9a-f]{${SIGNATURE_LENGTH}})@(.+)$`)

interface Recipient {
  messageId: string
  leadId: string
}

const withoutPrefix = (id: string) => id.slice(id.indexOf('_') + 1)

/**
 * Where mail servers report that they could not deliver an email: `bounce+{message}.{lead}.{signature}@in.example.nz`. It is the sender of the
 * envelope, so the report says by its address which email it is about, and nothing in its text has to be trusted for that.
 */
export const bounceAddress = ({ APP_SECRET, INBOUND_DOMAIN: domain }: BounceEnv, recipient: Recipient) =>
  domain &&
  `bounce+${withoutPrefix(recipient.messageId)}.${withoutPrefix(recipient.leadId)}.${signatures(APP_SECRET, recipient)[0]}@${domain}`

/** The email that a report to this address is about, if we have made the address. */
export function findReturnedEmail({ APP_SECRET, INBOUND_DOMAIN: domain }: BounceEnv, address: string) {
  const [, message, reader, given, at] = SIGNED_ADDRESS.exec(address.toLowerCase()) ?? []
  if (!message || !reader || !given || at !== domain) return undefined
  const recipient = { messageId: `mesg_${message}`, leadId: `lead_${reader}` }
  return signatures(APP_SECRET, recipient).some((right) => isSameText(given, right)) ? recipient : undefined
}

/** In lower case, because servers on the way may change the case of an address. The current one first. */
const signatures = (secret: AppSecret, { messageId, leadId }: Recipient) =>
  signedForms(secret, PURPOSE, `${messageId}.${leadId}`).map((text) =>
    createHash('sha256').update(text).digest('hex').slice(0, SIGNATURE_LENGTH),
  )
