import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { usedBotCheck } from '#db/schema/limits.ts'
import { forbidden } from '../errors.ts'
import type { Services } from '../services.server.ts'
import { type BotCheckAction, CHALLENGE_SECONDS } from './botCheck.schema.ts'
import { findAcceptedToken, findSolvedChallenge, makeChallenge } from './botCheckProviders.server.ts'

type BotCheckResult = 'human' | 'bot' | 'unknown'

/** What the browser needs to answer the check: a puzzle of our own, or Cloudflare's key for this site. */
export async function startBotCheck({ env }: Services, action: BotCheckAction) {
  if (env.TURNSTILE_SITE_KEY) return { provider: 'turnstile' as const, siteKey: env.TURNSTILE_SITE_KEY }
  return { provider: 'altcha' as const, challenge: JSON.stringify(await makeChallenge(env.APP_SECRET, action)) }
}

/** For actions that must not happen without a person: an unreachable provider refuses too. */
export async function requireHuman(services: Services, action: BotCheckAction, answer: string, clientIp: string) {
  if ((await verifyAnswer(services, { action, answer, clientIp })) !== 'human') throw notAPerson()
}

/** For what must not be lost: an unreachable provider lets it pass. `key` names one sending, however often it is tried. */
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

/** Each solved challenge counts once, for the request that comes first. */
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
