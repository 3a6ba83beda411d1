import type { BotCheckAction } from '#platform/botCheck/botCheck.ts'
import { solveBotChallenge } from '#platform/botCheck/solve.ts'
import { call } from './call.ts'

/** The answer to a bot check, found the way a browser finds it. */
export async function humanAnswer(url: string, action: BotCheckAction) {
  const { result } = await call(url, 'fetchBotCheck', { data: { action } })
  return solveBotChallenge((result as { challenge: string }).challenge)
}
