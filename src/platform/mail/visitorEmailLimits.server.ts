import { DAY_SECONDS } from '#values/time.ts'
import { rateLimitKey } from '../http/ipAddresses.server.ts'
import type { Limit } from '../limits/rateLimits.server.ts'
import type { Services } from '../services.server.ts'

const HOUR_SECONDS = 3600

/** All emails that visitors from one IP address cause without having proven who they are, whichever form they use. */
const perSender: Limit = { name: 'stranger_email_sender', points: 60, seconds: HOUR_SECONDS }

const perRecipient = {
  /** The address is not verified. All features share one limit. */
  unproven: { name: 'unproven_email', points: 10, seconds: DAY_SECONDS },
  /**
   * The owner of an account. These have their own limits: otherwise typing the owner's address into other forms
   * would keep a reset link or a notice about a payment from them.
   */
  passwordReset: { name: 'reset_request', points: 3, seconds: HOUR_SECONDS },
  billingNotice: { name: 'billing_notice', points: 10, seconds: DAY_SECONDS },
} satisfies Record<string, Limit>

export interface VisitorEmail {
  to: string
  recipient: keyof typeof perRecipient
  /** The visitor who causes it. Omitted in background jobs, where only the recipient is limited. */
  clientIp?: string
}

type LimitServices = Pick<Services, 'limits'>

/**
 * Whether an email that a stranger causes may be sent; asking counts as sending it. Ask before opening a transaction:
 * the counters use another connection, which a transaction must not wait for.
 */
export async function mayEmailVisitor({ limits }: LimitServices, { to, recipient, clientIp }: VisitorEmail) {
  // The sender first: someone who has sent too much cannot use up the recipient's allowance as well.
  if (clientIp !== undefined && !(await limits.isWithin(perSender, rateLimitKey(clientIp)))) return false
  return limits.isWithin(perRecipient[recipient], inboxKey(to))
}

/** The same, but throws (429) so that the visitor is told. */
export async function requireEmailLimit({ limits }: LimitServices, { to, recipient, clientIp }: VisitorEmail) {
  if (clientIp !== undefined) await limits.spend(perSender, rateLimitKey(clientIp))
  await limits.spend(perRecipient[recipient], inboxKey(to))
}

/** jo+one@example.nz and jo+two@example.nz are read by one person. */
const inboxKey = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')
