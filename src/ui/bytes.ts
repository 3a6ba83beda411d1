import { formatNumber } from './formats.ts'

const byteUnits = ['B', 'kB', 'MB', 'GB'] as const

/** "18 MB", "0.3 MB": one decimal while the number is small. */
export function formatBytes(bytes: number) {
  const step = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const amount = bytes / 1000 ** step
  return `${formatNumber(amount, { maximumFractionDigits: step > 0 && amount < 10 ? 1 : 0 })} ${byteUnits[step]}`
}
