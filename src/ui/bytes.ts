import { writtenNumber } from './formats.ts'

const units = ['B', 'kB', 'MB', 'GB'] as const

/** "18 MB", "0.3 MB": one decimal while the number is small. */
export function writtenBytes(bytes: number) {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const amount = bytes / 1000 ** step
  return `${writtenNumber(amount, { maximumFractionDigits: step > 0 && amount < 10 ? 1 : 0 })} ${units[step]}`
}
