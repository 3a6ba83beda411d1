import * as z from 'zod/mini'

/** What a check was made for: an answer for one action is worth nothing for another. */
export const BotCheckAction = z.enum(['reset_password', 'lead'])
export type BotCheckAction = z.infer<typeof BotCheckAction>
export const BotCheckInput = z.strictObject({ action: BotCheckAction })

export const CHALLENGE_SECONDS = 300

/** The field keeps its name whichever provider answers it. */
export const BotCheckAnswer = z.string().check(z.minLength(1), z.maxLength(4_096))
