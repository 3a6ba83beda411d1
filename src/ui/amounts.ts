import { writtenNumber } from './formats.ts'

export const written = (amount: number) => writtenNumber(amount)

/** "1,240 views", "1 lead". */
export const counted = (amount: number, noun: string) => `${written(amount)} ${noun}${amount === 1 ? '' : 's'}`
