import * as z from 'zod/mini'

/** An answer for one action is not valid for another. */
export const BotCheckAction = z.enum(['reset_password', 'lead'])
export type BotCheckAction = z.infer<typeof BotCheckAction>
export const StartBotCheckInput = z.strictObject({ action: BotCheckAction })

export const CHALLENGE_SECONDS = 300

/** The field is called `turnstile` whichever provider is in use. */
export const BotCheckAnswer = z.string().check(z.minLength(1), z.maxLength(4_096))
