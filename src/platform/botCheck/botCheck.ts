import { z } from 'zod'

/** What a check was made for: an answer for one action is worth nothing for another. */
export const BotCheckAction = z.enum(['reset_password', 'lead'])
export type BotCheckAction = z.infer<typeof BotCheckAction>

export const CHALLENGE_SECONDS = 300

/** The field keeps its name whichever provider answers it. */
export const BotCheckAnswer = z.string().min(1).max(4_096)
