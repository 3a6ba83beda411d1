import { formatCount } from '#ui/format/format.ts'
import { formatMoney } from '#ui/format/moneyAndPercent.ts'
import type { Billing } from './billing.functions.ts'
import { daysUntil, isActiveStatus, type Plan, type SeatPrice } from './billing.schema.ts'

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

interface SubscriptionPrice extends Pick<Billing, 'amount' | 'currency' | 'interval'> {
  seats?: number
}

/** "$49 NZD a month", or for several "3 seats × $49 = $147 NZD a month". */
export function subscriptionPrice({ amount, currency, interval, seats = 1 }: SubscriptionPrice) {
  if (amount === null || !interval) return undefined
  const total = `${moneyWithCurrency(amount * seats, currency)} ${perInterval({ interval, intervalCount: 1 })}`
  return seats === 1 ? total : `${formatCount(seats, 'seat')} × ${formatMoney(amount, currency)} = ${total}`
}

const moneyWithCurrency = (amount: number, currency: string) =>
  `${formatMoney(amount, currency)} ${currency.toUpperCase()}`

/** What one more seat costs, now and later, and when it goes again. */
export function seatPriceText(price: SeatPrice, formatDate: (moment: Date) => string) {
  const { seats, amount, amountToday, currency, interval, trialEndsAt, periodEndsAt } = price
  const afterwards = subscriptionPrice({ amount, currency, interval, seats: seats + 1 })
  return {
    price: `Add a seat for ${moneyWithCurrency(amount, currency)} ${perInterval({ interval, intervalCount: 1 })}.`,
    today: trialEndsAt
      ? `Nothing today: your free trial runs until ${formatDate(trialEndsAt)}.`
      : `${moneyWithCurrency(amountToday, currency)} today${periodEndsAt ? `, for the rest of the period until ${formatDate(periodEndsAt)}` : ''}.`,
    later: `From then on: ${afterwards}. You won’t pay again for a seat nobody uses.`,
  }
}

/** "3 of 4 seats in use". More than are paid for are in use for minutes at most, until Stripe knows. */
export const seatsInUse = ({ used, seats }: Pick<Billing['use'], 'seats' | 'used'>) =>
  seats === null || used > seats
    ? `${formatCount(used, 'seat')} in use`
    : `${used} of ${formatCount(seats, 'seat')} in use`

type SeatFacts = Pick<Billing, 'seats' | 'endsAt' | 'nextPaymentAt'> & {
  use: Pick<Billing['use'], 'seats' | 'used'>
}

/** What happens to the seats at the end of the period. */
export function seatsAtPeriodEnd(
  { seats: next, endsAt, nextPaymentAt, use }: SeatFacts,
  format: (moment: Date) => string,
) {
  const now = Math.max(next, use.seats ?? next)
  if (endsAt || !nextPaymentAt) return undefined
  const day = format(nextPaymentAt)
  if (next < now)
    return `You’ve paid for ${formatCount(now, 'seat')} until ${day}. From then on you pay for ${formatCount(next, 'seat')}.`
  return `Your next payment, on ${day}, is for ${formatCount(next, 'seat')}. When a member leaves, you stop paying for their seat from the next period.`
}

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
