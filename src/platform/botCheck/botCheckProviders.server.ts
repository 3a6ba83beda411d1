import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { type BotCheckAction, CHALLENGE_SECONDS } from './botCheck.schema.ts'

/** Self-hosted proof of work: a moment for one visitor, expensive for thousands of requests. */
const COST = 1_000
const [MIN_COUNTER, MAX_COUNTER] = [300, 900]

const Answer = z.object({ challenge: z.custom<Challenge>(isRecord), solution: z.custom<Solution>(isRecord) })

function isRecord(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const signingOptions = (secret: string) => ({
  deriveKey,
  hmacSignatureSecret: `${secret} challenge`,
  hmacKeySignatureSecret: `${secret} key`,
})

export const makeChallenge = (secret: string, action: BotCheckAction) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(MAX_COUNTER, MIN_COUNTER),
    data: { action },
    expiresAt: new Date(Date.now() + CHALLENGE_SECONDS * 1000),
    ...signingOptions(secret),
  })

/**
 * The signature of the challenge that `answer` solves, for this action and in time; else nothing. The signature identifies the challenge
 * however the answer is encoded: reordered keys or added fields are the same solution.
 */
export async function findSolvedChallenge(secret: string, action: BotCheckAction, answer: string) {
  const { data } = Answer.safeParse(parseJson(answer))
  if (!data || data.challenge.parameters?.data?.action !== action) return undefined
  const { verified } = await verifySolution({ ...data, ...signingOptions(secret) }).catch(() => ({ verified: false }))
  return verified ? data.challenge.signature : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

export const TURNSTILE_VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const TURNSTILE_TIMEOUT_MS = 5_000

const TurnstileReply = z.object({ success: z.boolean(), action: z.string().optional() })

interface TurnstileInput {
  action: BotCheckAction
  answer: string
  clientIp: string
  key?: string
}

/**
 * The token, if Cloudflare accepts it for this action; else nothing. Throws when Cloudflare does not respond, because that is neither
 * yes nor no.
 */
export async function findAcceptedToken(
  secret: string,
  { action, answer, clientIp, key }: TurnstileInput,
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
