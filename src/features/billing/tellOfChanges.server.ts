import type { Db } from '#db/client.server.ts'
import type { subscription } from '#db/schema/billing.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { firstPaymentMail, paymentFailedMail, subscriptionEndedMail, trialEndingMail } from './billing.emails.tsx'
import { isActive, MONEY_BACK_DAYS } from './billing.ts'

const DAY = 24 * 3600 * 1000
const TRIAL_NOTICE_DAYS = 3

type Known = typeof subscription.$inferSelect
type Now = Pick<Known, 'status' | 'trialEndsAt' | 'endsAt'> & {
  /** The provider itself says that the trial is about to end. */
  trialEnding: boolean
  /** The last invoice was more than nothing, and is paid. */
  isPaid: boolean
}

/**
 * The mails follow from what was known and what is now, not from the events: in whatever order those come, and however
 * often, each mail goes out once. Answers what to remember about it.
 */
export async function tellOfChanges(
  { mailer, env }: Pick<Services, 'mailer' | 'env'>,
  tx: Db,
  agent: Agent,
  before: Known | undefined,
  now: Now,
) {
  const remember: Partial<Known> = {}
  const send = (mail: ReturnType<typeof trialEndingMail>) => mailer.post(tx, { to: agent.email, ...mail })

  if (now.trialEndsAt && isTrialEnding(now) && before?.trialNoticeFor?.getTime() !== now.trialEndsAt.getTime()) {
    remember.trialNoticeFor = now.trialEndsAt
    await send(trialEndingMail(env.APP_URL, now.trialEndsAt))
  }
  if (now.status === 'active' && now.isPaid && !before?.firstPaidAt) {
    const paidAt = new Date()
    remember.firstPaidAt = paidAt
    await send(firstPaymentMail(env.APP_URL, new Date(paidAt.getTime() + MONEY_BACK_DAYS * DAY)))
  }
  if (now.status === 'past_due' && before?.status !== 'past_due') await send(paymentFailedMail(env.APP_URL))
  if (before && isActive(before.status) && !isActive(now.status)) {
    const moneyBackUntil = before.firstPaidAt && new Date(before.firstPaidAt.getTime() + MONEY_BACK_DAYS * DAY)
    await send(subscriptionEndedMail(env.APP_URL, moneyBackUntil))
  }
  return remember
}

/** Whoever has cancelled knows already, and pays nothing. */
const isTrialEnding = ({ status, trialEndsAt, endsAt, trialEnding }: Now) =>
  status === 'trialing' &&
  endsAt === null &&
  (trialEnding || (trialEndsAt !== null && trialEndsAt.getTime() - Date.now() <= TRIAL_NOTICE_DAYS * DAY))
