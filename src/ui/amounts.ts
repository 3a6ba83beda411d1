import { formatNumber } from './formats.ts'

export const formatAmount = (amount: number) => formatNumber(amount)

/** "1,240 views", "1 lead". */
export const formatCount = (amount: number, noun: string) => `${formatAmount(amount)} ${noun}${amount === 1 ? '' : 's'}`
