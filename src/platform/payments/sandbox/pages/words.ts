import type { Price } from '../records.ts'

/** With the country in front: a bare dollar sign could be anybody's. */
export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'symbol' }).format(amount / 100)

export const priceWords = ({ unit_amount, currency, recurring }: Price, quantity = 1) =>
  `${money(unit_amount * quantity, currency)} per ${recurring.interval}`

const days = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long' })
export const day = (seconds: number) => days.format(new Date(seconds * 1000))

/** The brand's own spelling, and the only digits that are kept. */
export const cardWords = ({ brand, last4 }: { brand: string; last4: string }) =>
  `${brand === 'mastercard' ? 'Mastercard' : 'Visa'} ending in ${last4}`
