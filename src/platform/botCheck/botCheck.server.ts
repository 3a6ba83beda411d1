import { createHash } from 'node:crypto'
import { usedBotCheck } from '#db/schema/botCheck.ts'
import { forbidden } from '../errors.ts'
import type { Services } from '../services.server.ts'
import { isSolved, makeChallenge } from './altcha.server.ts'
import { type BotCheckAction, CHALLENGE_SECONDS } from './botCheck.ts'
import { isAcceptedByTurnstile } from './turnstile.server.ts'

type Verdict = 'human' | 'bot' | 'unknown'

/** What the browser needs to answer the check: a puzzle of our own, or Cloudflare's key for this site. */
export async function startBotCheck({ env }: Services, action: BotCheckAction) {
  if (env.TURNSTILE_SITE_KEY) return { provider: 'turnstile' as const, siteKey: env.TURNSTILE_SITE_KEY }
  return { provider: 'altcha' as const, challenge: JSON.stringify(await makeChallenge(env.APP_SECRET, action)) }
}

/** For actions that must not happen without a person: an unreachable provider refuses too. */
export async function requireHuman(services: Services, action: BotCheckAction, answer: string, clientIp: string) {
  const verdict = await judge(services, action, answer, clientIp)
  if (verdict !== 'human') throw forbidden('The check that you are a person did not work. Please try again.')
}

/** Each answer counts once, whoever sends it first. */
async function judge(services: Services, action: BotCheckAction, answer: string, clientIp: string): Promise<Verdict> {
  const { env, database, log } = services
  let isRight: boolean
  try {
    isRight = env.TURNSTILE_SECRET_KEY
      ? await isAcceptedByTurnstile(env.TURNSTILE_SECRET_KEY, action, answer, clientIp)
      : await isSolved(env.APP_SECRET, action, answer)
  } catch (err) {
    log.error({ err }, 'bot check unavailable')
    return 'unknown'
  }
  if (!isRight) return 'bot'
  const answerHash = createHash('sha256').update(answer).digest('hex')
  const expiresAt = new Date(Date.now() + 2 * CHALLENGE_SECONDS * 1000)
  const first = await database.db
    .insert(usedBotCheck)
    .values({ answerHash, expiresAt })
    .onConflictDoNothing()
    .returning()
  return first.length === 1 ? 'human' : 'bot'
}
