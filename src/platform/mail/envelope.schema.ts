import { z } from 'zod'
import { invalidInput } from '../errors.ts'

/** One address, without characters that could inject another header or recipient. */
export const EnvelopeAddress = z
  .string()
  .max(254)
  .regex(/^[^\s\p{Cc}@,;:<>()"\\]+@[^\s\p{Cc}@,;:<>()"'\\]+$/u, 'Not a single email address')

const Line = z
  .string()
  .max(500)
  .regex(/^[^\r\n\0]*$/, 'Not a single line')

const SenderName = z
  .string()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, 'Not a name on a single line')

export const Envelope = z.strictObject({
  to: EnvelopeAddress,
  subject: Line,
  replyTo: EnvelopeAddress.optional(),
  /** On whose behalf it is sent, shown before our own name. */
  senderName: SenderName.optional(),
  /** Switches this type of email off. */
  unsubscribeUrl: z.url().optional(),
  /** Answers an email that we received. */
  isAutomaticReply: z.boolean().optional(),
})
export type Envelope = z.infer<typeof Envelope>

/** Visitors type most of it, so an invalid envelope is bad input, not a bug. */
export function checkEnvelope(envelope: Envelope): Envelope {
  const { success, data, error } = Envelope.safeParse(envelope)
  if (success) return data
  throw invalidInput(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.') || 'mail', message])))
}
