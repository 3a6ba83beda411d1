import { z } from 'zod'
import type { BotCheckAction } from './botCheck.ts'

export const TURNSTILE_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const TURNSTILE_TIMEOUT_MS = 5_000

const TurnstileReply = z.object({ success: z.boolean(), action: z.string().optional() })

interface TurnstileInput {
  action: BotCheckAction
  answer: string
  clientIp: string
  key?: string
}

/**
 * The token, when Cloudflare accepts it for this action; else nothing. Throws when there is no answer, because "unknown" is neither
 * yes nor no.
 */
export async function findAcceptedToken(
  secret: string,
  { action, answer, clientIp, key }: TurnstileInput,
  url = TURNSTILE_URL,
) {
  // A token with blanks around it is the same token.
  const token = answer.trim()
  const body = new URLSearchParams({ secret, response: token, remoteip: clientIp })
  // With it the same question again gets the same answer.
  if (key) body.set('idempotency_key', key)
  const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TURNSTILE_TIMEOUT_MS) })
  if (response.status >= 500) throw new Error(`Turnstile answered ${response.status}`)
  const verdict = TurnstileReply.parse(await response.json())
  return verdict.success && verdict.action === action ? token : undefined
}
