import { formatCount } from '#ui/format/format.ts'
import { formatMoney } from '#ui/format/moneyAndPercent.ts'
import type { Billing } from './billing.functions.ts'
import { daysUntil, isActiveStatus, type Plan } from './billing.schema.ts'

type Interval = Pick<Plan, 'interval' | 'intervalCount'>
type Price = Interval & Pick<Plan, 'amount' | 'currency'>

const adverbs: Record<string, string> = { day: 'Daily', week: 'Weekly', month: 'Monthly', year: 'Yearly' }

/** "Monthly", "Every 3 months". */
export const billingIntervalLabel = (plan: Interval) =>
  (plan.intervalCount === 1 && adverbs[plan.interval]) || `Every ${formatCount(plan.intervalCount, plan.interval)}`

/** "a month", "every 3 months". */
export const perInterval = ({ interval, intervalCount }: Interval) =>
  intervalCount === 1 ? `a ${interval}` : `every ${formatCount(intervalCount, interval)}`

/** The name of a plan in an address: `year`, `3-month`. */
export const planSlug = ({ interval, intervalCount }: Interval) =>
  intervalCount === 1 ? interval : `${intervalCount}-${interval}`

const MONTHS: Record<string, number> = { month: 1, year: 12 }
const monthCount = ({ interval, intervalCount }: Interval) => (MONTHS[interval] ?? 0) * intervalCount

/** The price of one month in a plan of several. Nothing for a plan that is paid monthly. */
export function pricePerMonth(plan: Price) {
  const months = monthCount(plan)
  return months > 1 ? formatMoney(Math.round(plan.amount / months), plan.currency) : undefined
}

/** What a longer plan saves against the shortest one, paid for as long. Rounded down, so that no more is claimed than is true. */
export function planSaving(plan: Price, plans: Price[]) {
  const months = monthCount(plan)
  const [shortest] = plans
    .filter((other) => monthCount(other) > 0 && other.currency === plan.currency)
    .toSorted((a, b) => monthCount(a) - monthCount(b))
  if (!shortest || months <= monthCount(shortest)) return undefined
  const otherwise = (shortest.amount * months) / monthCount(shortest)
  const percent = Math.floor((1 - plan.amount / otherwise) * 100)
  return percent > 0 ? { percent, amount: formatMoney(otherwise - plan.amount, plan.currency) } : undefined
}

/** "$49 NZD a month". */
export const subscriptionPrice = ({ amount, currency, interval }: Pick<Billing, 'amount' | 'currency' | 'interval'>) =>
  amount !== null && interval
    ? `${formatMoney(amount, currency)} ${currency.toUpperCase()} ${perInterval({ interval, intervalCount: 1 })}`
    : undefined

interface StatusText {
  name: string
  tone: 'good' | 'attention' | 'over'
  detail?: string
}

/** A subscription's state for the agent, and what follows from it. */
export function subscriptionStatus(
  { status, trialEndsAt, endsAt, endedAt }: Pick<Billing, 'status' | 'trialEndsAt' | 'endsAt' | 'endedAt'>,
  now: Date,
  formatDate: (moment: Date) => string,
): StatusText {
  if (isActiveStatus(status) && endsAt)
    return { name: 'Cancelled', tone: 'attention', detail: `Works until ${formatDate(endsAt)}` }
  if (status === 'trialing')
    return { name: 'Free trial', tone: 'good', detail: trialEndsAt ? daysLeft(trialEndsAt, now) : undefined }
  if (status === 'active') return { name: 'Active', tone: 'good' }
  if (status === 'past_due')
    return { name: 'Payment failed', tone: 'attention', detail: 'We’ll try again over the next few days' }
  return { name: 'Not active', tone: 'over', detail: endedAt ? `Since ${formatDate(endedAt)}` : undefined }
}

function daysLeft(moment: Date, now: Date) {
  const days = daysUntil(moment, now)
  return days === 0 ? 'Ends today' : `${formatCount(days, 'day')} left`
}

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

/** "04/2030", as on the card. */
export const cardExpiry = ({ month, year }: Pick<Card, 'month' | 'year'>) => `${String(month).padStart(2, '0')}/${year}`

const invoiceStatuses: Record<string, string> = {
  paid: 'Paid',
  open: 'Unpaid',
  draft: 'Draft',
  void: 'Cancelled',
  uncollectible: 'Written off',
}
export const invoiceStatus = (status: string) => invoiceStatuses[status] ?? status
