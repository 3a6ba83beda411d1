import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { usedBotCheck } from '#db/schema/abuseProtection.ts'
import { forbidden } from '../errors.ts'
import type { Services } from '../services.server.ts'
import { type BotCheckAction, CHALLENGE_SECONDS } from './botCheck.schema.ts'
import { findAcceptedToken, findSolvedChallenge, makeChallenge } from './botCheckProviders.server.ts'

type BotCheckResult = 'human' | 'bot' | 'unknown'

/** What the browser needs for the check: a proof-of-work challenge, or the site key of Cloudflare's Turnstile. */
export async function startBotCheck({ env }: Services, action: BotCheckAction) {
  if (env.TURNSTILE_SITE_KEY) return { provider: 'turnstile' as const, siteKey: env.TURNSTILE_SITE_KEY }
  return { provider: 'altcha' as const, challenge: JSON.stringify(await makeChallenge(env.APP_SECRET, action)) }
}

/** For actions that need a human: also refuses when the provider cannot be reached. */
export async function requireHuman(services: Services, action: BotCheckAction, answer: string, clientIp: string) {
  if ((await verifyAnswer(services, { action, answer, clientIp })) !== 'human') throw notAPerson()
}

/** For submissions that must not be lost: passes when the provider cannot be reached. `key` identifies one submission over its retries. */
export async function refuseBots(services: Services, sending: BotCheckSubmission & { key: string }) {
  if ((await verifyAnswer(services, sending)) === 'bot') throw notAPerson()
}

const notAPerson = () => forbidden('We couldn’t confirm that you’re a person. Please try again.')

interface BotCheckSubmission {
  action: BotCheckAction
  answer: string
  clientIp: string
  key?: string
}

/** Each solved challenge is valid for one request. */
async function verifyAnswer(
  services: Services,
  { action, answer, clientIp, key }: BotCheckSubmission,
): Promise<BotCheckResult> {
  const { env, database, log } = services
  let challenge: string | undefined
  try {
    challenge = env.TURNSTILE_SECRET_KEY
      ? await findAcceptedToken(env.TURNSTILE_SECRET_KEY, { action, answer, clientIp, key })
      : await findSolvedChallenge(env.APP_SECRET, action, answer)
  } catch (err) {
    log.error({ err }, 'bot check unavailable')
    return 'unknown'
  }
  if (challenge === undefined) return 'bot'
  const answerHash = createHash('sha256').update(challenge).digest('hex')
  const expiresAt = new Date(Date.now() + 2 * CHALLENGE_SECONDS * 1000)
  const first = await database.db
    .insert(usedBotCheck)
    .values({ answerHash, expiresAt, usedFor: key })
    .onConflictDoNothing()
    .returning()
  if (first.length === 1) return 'human'
  const [used] = await database.db.select().from(usedBotCheck).where(eq(usedBotCheck.answerHash, answerHash))
  return key !== undefined && used?.usedFor === key ? 'human' : 'bot'
}
