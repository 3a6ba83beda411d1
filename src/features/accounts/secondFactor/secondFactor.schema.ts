import * as z from 'zod/mini'
import { AppError } from '#platform/errors.ts'
import { idSchema, oneLine, trimmedText } from '#platform/input/fieldSchemas.ts'
import { Password } from '../accounts.schema.ts'
import { PasskeyAssertion } from '../passkeys/passkeys.schema.ts'

export const MAX_AUTHENTICATORS = 5
export const RECOVERY_CODE_COUNT = 10
/** How long someone who has lost everything waits, and how long the link works that ends it. */
export const RECOVERY_DAYS = 3
export const RECOVERY_LINK_DAYS = 7
/** How long the second step may take after the password. */
export const SECOND_STEP_MINUTES = 10

/** Six digits, as apps show them: often with a space in the middle. */
export const AuthenticatorCode = z.pipe(
  z.pipe(
    z.string('Please enter the six digits from your app').check(z.maxLength(20)),
    z.transform((text) => text.replaceAll(/\s/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, 'Please enter the six digits from your app')),
)

/** Typed from paper: spaces, dashes and capitals do not matter. */
export const RecoveryCode = z.pipe(
  z.pipe(
    z.string('Please enter one of your recovery codes').check(z.maxLength(60)),
    z.transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase()),
  ),
  z.string().check(z.regex(/^[0-9a-z]{16}$/, 'A recovery code has 16 letters and digits')),
)

export const CodeFormValues = z.object({ code: AuthenticatorCode })
export const RecoveryCodeFormValues = z.object({ code: RecoveryCode })

/** What someone types beside the password. */
export const TypedStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('code'), code: AuthenticatorCode }),
  z.strictObject({ kind: z.literal('recoveryCode'), code: RecoveryCode }),
])
export type TypedStep = z.infer<typeof TypedStep>

/** What comes after the password. */
export const SecondStep = z.discriminatedUnion('kind', [
  ...TypedStep.def.options,
  z.strictObject({ kind: z.literal('passkey'), passkey: PasskeyAssertion }),
])
export type SecondStep = z.infer<typeof SecondStep>

/** What someone enters to prove that they are the signed-in agent. */
export const IdentityProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password: Password }),
  ...SecondStep.def.options,
])
export type IdentityProof = z.infer<typeof IdentityProof>
export const PasswordProofFormValues = z.object({ password: Password })

const AuthenticatorId = idSchema('totp', 'an authenticator app')
export const AuthenticatorInput = z.strictObject({ id: AuthenticatorId })
export const DEFAULT_AUTHENTICATOR_NAME = 'Authenticator app'
const AuthenticatorName = trimmedText(40).check(oneLine, z.minLength(1, 'Please enter a name'))
export const NewAuthenticator = z.strictObject({
  id: AuthenticatorId,
  name: AuthenticatorName,
  code: AuthenticatorCode,
})
export type NewAuthenticator = z.infer<typeof NewAuthenticator>
export const NewAuthenticatorFormValues = z.object({ name: AuthenticatorName, code: AuthenticatorCode })

const SECOND_STEP_EXPIRED = 'SecondStepExpired'
export const secondStepExpired = () =>
  new AppError(SECOND_STEP_EXPIRED, 401, 'That took too long. Please enter your password again.')
export const isSecondStepExpired = (error: unknown) => error instanceof AppError && error.name === SECOND_STEP_EXPIRED

/** "abcd-efgh-jkmn-pqrs", as it is shown and printed. */
export const formatRecoveryCode = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code

/** Of the links in emails about getting back in. */
export const RecoveryKeyInput = z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(300)) })
export const RecoveryTokenInput = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })
