import type { BotCheckAction } from '../../src/platform/botCheck/botCheck.schema.ts'
import { solveBotChallenge } from '../../src/platform/botCheck/solveChallenge.ts'
import { call } from './call.ts'

/** The answer to a bot check, found the way a browser finds it. */
export async function humanAnswer(url: string, action: BotCheckAction) {
  const { result } = await call(url, 'fetchBotCheck', { data: { action } })
  return solveBotChallenge((result as { challenge: string }).challenge)
}
