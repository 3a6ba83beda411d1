import type { Billing } from './billing.functions.ts'
import { daysUntil, isActive } from './billing.ts'
import { money, perPeriod } from './planWords.ts'

type Tone = 'good' | 'attention' | 'over'
interface Status {
  name: string
  tone: Tone
  detail?: string
}

/** A subscription's state in the agent's words, and what follows from it. */
export function statusOf(
  { status, trialEndsAt, endsAt, endedAt }: Pick<Billing, 'status' | 'trialEndsAt' | 'endsAt' | 'endedAt'>,
  now: Date,
  day: (moment: Date) => string,
): Status {
  if (isActive(status) && endsAt) return { name: 'Cancelled', tone: 'attention', detail: `Works until ${day(endsAt)}` }
  if (status === 'trialing')
    return { name: 'Free trial', tone: 'good', detail: trialEndsAt ? daysLeft(trialEndsAt, now) : undefined }
  if (status === 'active') return { name: 'Active', tone: 'good' }
  if (status === 'past_due')
    return { name: 'Payment failed', tone: 'attention', detail: 'We try again over the next days' }
  return { name: 'Not active', tone: 'over', detail: endedAt ? `Since ${day(endedAt)}` : undefined }
}

/** "12 days left"; the last one is today. */
function daysLeft(moment: Date, now: Date) {
  const days = daysUntil(moment, now)
  return days === 0 ? 'Ends today' : `${days} ${days === 1 ? 'day' : 'days'} left`
}

/** "$49 a month". */
export const priceOf = ({ amount, currency, interval }: Pick<Billing, 'amount' | 'currency' | 'interval'>) =>
  amount !== null && interval
    ? `${money(amount, currency)} ${currency.toUpperCase()} ${perPeriod({ interval, intervalCount: 1 })}`
    : undefined

type Card = NonNullable<Billing['card']>

/** "Visa •••• 4242". */
export const cardName = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>) =>
  `${brands[brand] ?? brand.replace(/^./, (letter) => letter.toUpperCase())} •••• ${last4}`
const brands: Record<string, string> = {
  amex: 'American Express',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** "04/2030", as it stands on the card. */
export const cardExpiry = ({ month, year }: Pick<Card, 'month' | 'year'>) => `${String(month).padStart(2, '0')}/${year}`

const invoiceStates: Record<string, string> = {
  paid: 'Paid',
  open: 'Unpaid',
  draft: 'In preparation',
  void: 'Cancelled',
  uncollectible: 'Written off',
}
export const invoiceState = (status: string) => invoiceStates[status] ?? status
