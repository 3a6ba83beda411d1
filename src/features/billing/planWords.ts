import { numberFormat } from '#ui/formats.ts'
import type { Plan } from './billing.ts'

type Rhythm = Pick<Plan, 'interval' | 'intervalCount'>
type Priced = Rhythm & Pick<Plan, 'amount' | 'currency'>

/** "$49" or "$49.50". The currency itself says how many of its smallest units make one. */
export function money(amount: number, currency: string) {
  const format = numberFormat({ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const adverbs: Record<string, string> = { day: 'Daily', week: 'Weekly', month: 'Monthly', year: 'Yearly' }

/** "Monthly", "Every 3 months". */
export const rhythmName = (plan: Rhythm) =>
  (plan.intervalCount === 1 && adverbs[plan.interval]) || `Every ${plan.intervalCount} ${plan.interval}s`

/** "a month", "every 3 months". */
export const perPeriod = ({ interval, intervalCount }: Rhythm) =>
  intervalCount === 1 ? `a ${interval}` : `every ${intervalCount} ${interval}s`

/** How an address names a plan: `year`, `3-month`. */
export const planWord = ({ interval, intervalCount }: Rhythm) =>
  intervalCount === 1 ? interval : `${intervalCount}-${interval}`

const MONTHS: Record<string, number> = { month: 1, year: 12 }
const monthsOf = ({ interval, intervalCount }: Rhythm) => (MONTHS[interval] ?? 0) * intervalCount

/** What a plan of several months comes to in one. Nothing for a plan whose price already is for a month. */
export function perMonth(plan: Priced) {
  const months = monthsOf(plan)
  return months > 1 ? money(Math.round(plan.amount / months), plan.currency) : undefined
}

/** What a longer plan costs less than the shortest one paid for as long. Rounded down: never more than it is. */
export function savingOf(plan: Priced, plans: Priced[]) {
  const months = monthsOf(plan)
  const [shortest] = plans
    .filter((other) => monthsOf(other) > 0 && other.currency === plan.currency)
    .toSorted((a, b) => monthsOf(a) - monthsOf(b))
  if (!shortest || months <= monthsOf(shortest)) return undefined
  const otherwise = (shortest.amount * months) / monthsOf(shortest)
  const percent = Math.floor((1 - plan.amount / otherwise) * 100)
  return percent > 0 ? { percent, amount: money(otherwise - plan.amount, plan.currency) } : undefined
}
