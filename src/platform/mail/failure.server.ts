import { PermanentFailure } from '../jobs.server.ts'
import { redactText } from '../log.server.ts'

/** Why a mail did not go out, in words that name nobody: the queue keeps them, and people read them. */
const deliveryError = (words: string, forGood: boolean) => (forGood ? new PermanentFailure(words) : new Error(words))

interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** What nodemailer calls a refusal of this sender, recipient or text, as opposed to trouble with the server. */
const MESSAGE_ERROR_CODES = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * A 5xx to the mail itself will not change. A 5xx to the connection or the sign-in (an expired password, say) is
 * ours to repair, and every mail should go out once it is.
 */
export function explainDeliveryError(error: unknown, recipient: string) {
  if (!(error instanceof Error)) return deliveryError('Unknown error.', false)
  const { code = '', command, response, responseCode, message }: SmtpError = error
  // Without a reply it was nodemailer that refused: too large for the server, or an address it cannot write.
  const refused = responseCode === undefined || responseCode >= 500
  const words = response ? `${command ?? 'SMTP'}: ${response}` : `${code} ${message}`
  return deliveryError(redactRecipient(words, recipient), MESSAGE_ERROR_CODES.has(code) && refused)
}

export const unreadableEmail = () => deliveryError('The stored email can’t be decrypted. Was APP_SECRET changed?', true)

/** Servers like to repeat the address, or the part before the @. */
function redactRecipient(words: string, recipient: string) {
  const [mailbox = ''] = recipient.split('@')
  return redactText(words.replaceAll(recipient, '[email]'))
    .replaceAll(mailbox.length > 2 ? mailbox : recipient, '[mailbox]')
    .slice(0, 300)
}
