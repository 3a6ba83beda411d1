import * as z from 'zod/mini'
import { oneLine, trimmedText } from '#platform/input/fieldSchemas.ts'
import { MINUTE_MS } from '#values/time.ts'
import { Password } from '../accounts.schema.ts'

/** With `zod/mini`, as the other schemas of accounts. */

/** What an authenticator makes is bytes, which browsers send as base64url. */
const bytesText = (maxCharacters: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxCharacters))

/** At most 1,023 bytes. */
const CredentialId = bytesText(1_364)
const ClientData = bytesText(4_096)

/** The answer of a passkey to a challenge: the part of it that the server checks. */
export const PasskeyAssertion = z.strictObject({
  id: CredentialId,
  clientDataJSON: ClientData,
  authenticatorData: bytesText(4_096),
  signature: bytesText(2_048),
  /** Whose passkey it is. Devices that hold no names leave it out. */
  userHandle: z.optional(bytesText(128)),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** A passkey that a browser has just created. */
export const NewPasskey = z.strictObject({
  id: CredentialId,
  clientDataJSON: ClientData,
  attestationObject: bytesText(8_192),
  /** How browsers reach it. They may invent further ways. */
  transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10)),
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** Proves that it is the agent who sits in front of the open session: one of both. */
export const PasswordOrPasskey = z.strictObject({
  password: z.optional(Password),
  passkey: z.optional(PasskeyAssertion),
})
export type PasswordOrPasskey = z.infer<typeof PasswordOrPasskey>
export const PasswordProof = z.object({ password: Password })
export const PasskeyProof = z.strictObject({ passkey: PasskeyAssertion })

/** How long a browser has to answer. The sign-in page asks for a new challenge before it is over. */
export const CHALLENGE_MS = 5 * MINUTE_MS
export const MAX_PASSKEYS = 20
const MAX_NAME_LENGTH = 60

const PasskeyId = z.string().check(z.regex(/^pkey_[0-9a-z]{16}$/))
export const PasskeyIdInput = z.strictObject({ id: PasskeyId })
export const PasskeyName = trimmedText(MAX_NAME_LENGTH).check(z.minLength(1, 'Please enter a name'), oneLine)
export const PasskeyRename = z.strictObject({ id: PasskeyId, name: PasskeyName })
export const PasskeyNameFormValues = z.object({ name: PasskeyName })

export const PasswordCreation = z.strictObject({ newPassword: Password, passkey: z.optional(PasskeyAssertion) })
export const PasswordCreationFormValues = z.object({ newPassword: Password })
