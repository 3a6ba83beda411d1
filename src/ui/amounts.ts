const number = new Intl.NumberFormat('en-NZ')

export const written = (amount: number) => number.format(amount)

/** "1,240 views", "1 lead". */
export const counted = (amount: number, noun: string) => `${written(amount)} ${noun}${amount === 1 ? '' : 's'}`
