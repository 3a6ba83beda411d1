import { createHash } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { usedBotCheck } from '#db/schema/abuseProtection.ts'
import { forbidden } from '../errors.ts'
import { type AppSecret, toKeyring } from '../secrets/keyring.server.ts'
import type { Services } from '../services.server.ts'
import { type BotCheckAction, CHALLENGE_SECONDS } from './botCheck.schema.ts'

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

/** Self-hosted proof of work: a moment for one visitor, expensive for thousands of requests. */
const COST = 1_000
const [MIN_COUNTER, MAX_COUNTER] = [300, 900]

const Answer = z.object({ challenge: z.custom<Challenge>(isRecord), solution: z.custom<Solution>(isRecord) })

function isRecord(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** For each secret, the current one first. */
function signingOptions(secret: AppSecret) {
  const keyring = toKeyring(secret)
  const keySecrets = keyring.derivedTexts('key')
  return keyring.derivedTexts('challenge').map((hmacSignatureSecret, index) => ({
    deriveKey,
    hmacSignatureSecret,
    hmacKeySignatureSecret: keySecrets[index] ?? '',
  }))
}

export function makeChallenge(secret: AppSecret, action: BotCheckAction) {
  const [signing] = signingOptions(secret)
  if (!signing) throw new Error('A keyring has at least one secret.')
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(MAX_COUNTER, MIN_COUNTER),
    data: { action },
    expiresAt: new Date(Date.now() + CHALLENGE_SECONDS * 1000),
    ...signing,
  })
}

/**
 * The signature of the challenge that `answer` solves, for this action and in time; else nothing. The signature identifies the challenge
 * however the answer is encoded: reordered keys or added fields are the same solution.
 */
export async function findSolvedChallenge(secret: AppSecret, action: BotCheckAction, answer: string) {
  const { data } = Answer.safeParse(parseJson(answer))
  if (!data || data.challenge.parameters?.data?.action !== action) return undefined
  for (const signing of signingOptions(secret)) {
    const { verified } = await verifySolution({ ...data, ...signing }).catch(() => ({ verified: false }))
    if (verified) return data.challenge.signature
  }
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

const TURNSTILE_VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const TURNSTILE_TIMEOUT_MS = 5_000

const TurnstileReply = z.object({ success: z.boolean(), action: z.string().optional() })

/**
 * The token, if Cloudflare accepts it for this action; else nothing. Throws when Cloudflare does not respond, because that is neither
 * yes nor no.
 */
export async function findAcceptedToken(
  secret: string,
  { action, answer, clientIp, key }: BotCheckSubmission,
  url = TURNSTILE_VERIFY_URL,
) {
  // Surrounding spaces must not make the same token count twice.
  const token = answer.trim()
  const body = new URLSearchParams({ secret, response: token, remoteip: clientIp })
  // Retries of the same submission get the same result.
  if (key) body.set('idempotency_key', key)
  const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TURNSTILE_TIMEOUT_MS) })
  if (response.status >= 500) throw new Error(`Turnstile answered ${response.status}`)
  const verdict = TurnstileReply.parse(await response.json())
  return verdict.success && verdict.action === action ? token : undefined
}
