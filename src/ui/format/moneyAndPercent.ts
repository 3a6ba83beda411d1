import { formatNumber, getNumberFormat } from './format.ts'

const wholePercent = { style: 'percent' } as const
const finePercent = { style: 'percent', maximumFractionDigits: 1 } as const

/** "45%"; small ones have a decimal: "2.4%", and more than nothing is never 0%: "<0.1%". */
export const formatPercent = (share: number) =>
  share > 0 && share < 0.0005
    ? `<${formatNumber(0.001, finePercent)}`
    : formatNumber(share, share < 0.1 ? finePercent : wholePercent)

/** "$49" or "$49.50". The currency itself says how many of its smallest units make one. */
export function formatMoney(amount: number, currency: string) {
  const format = getNumberFormat({ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
