import { createHash, randomInt } from 'node:crypto'
import { type FormState, field, html } from './page.ts'
import type { PaymentMethod } from './store.ts'
import { FAILING_LAST4 } from './subscriptions.ts'

const DECLINED = '4000000000000002'

/** Stripe's published test cards. No other number is accepted, so a real card never ends up here. */
const testCards = [
  { number: '4242424242424242', effect: 'Pays' },
  { number: DECLINED, effect: 'Declined' },
  { number: `400000000000${FAILING_LAST4}`, effect: 'Accepted, then fails when it’s charged' },
]

const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Without autofill: the browser would offer a real card. */
export const cardFields = (state: FormState) => html`<fieldset>
<legend>Card</legend>
${field({ name: 'number', label: 'Card number', inputmode: 'numeric', placeholder: '1234 1234 1234 1234' }, state)}
<div class="pair">
${field({ name: 'expiry', label: 'Expiry (MM/YY)', inputmode: 'numeric', placeholder: 'MM/YY' }, state)}
${field({ name: 'cvc', label: 'Security code', inputmode: 'numeric', placeholder: 'CVC' }, state)}
</div>
${field({ name: 'name', label: 'Name on card', autocomplete: 'cc-name' }, state)}
</fieldset>`

/** Buttons of the form above. They send what was typed so far, and it comes back with the card filled in. */
export const testCardList = (form: string) => html`<section class="hints" aria-labelledby="hints">
<h2 id="hints">Test cards</h2>
<span class="quiet">Real cards are refused. Any future expiry date and any security code will do.</span>
<ul>${testCards.map(
  ({ number, effect }) =>
    html`<li><span><code>${spaced(number)}</code>${effect}</span><button class="plain" form="${form}" name="fill" value="${number}" formnovalidate aria-label="Fill in ${spaced(number)}">Fill in</button></li>`,
)}</ul>
</section>`

/** A new security code each time, so that the card counts as one that was never used before. */
export const testCardValues = (number: string, now: number): Record<string, string> => ({
  number: testCards.some((card) => card.number === number) ? spaced(number) : '',
  expiry: `12/${new Date(now * 1000).getUTCFullYear() - 1998}`,
  cvc: String(randomInt(100, 1000)),
})

export const DECLINED_MESSAGE = 'Your card was declined. Try another card.'

type CardResult =
  | { card: PaymentMethod['card']; isDeclined: boolean; name: string }
  | { errors: Record<string, string> }

/** The card as it may be kept, or what is wrong with it. */
export function readCard(values: Record<string, string>, now: number): CardResult {
  const errors: Record<string, string> = {}
  const number = (values.number ?? '').replace(/[\s-]/g, '')
  if (!testCards.some((card) => card.number === number)) errors.number = 'Use one of the test cards.'

  const [, month = '', year = ''] = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec((values.expiry ?? '').trim()) ?? []
  const [exp_month, exp_year] = [Number(month), 2000 + Number(year)]
  if (exp_month < 1 || exp_month > 12) errors.expiry = 'Enter the date as MM/YY.'
  else if (Date.UTC(exp_year, exp_month) / 1000 <= now) errors.expiry = 'This date is in the past.'

  const cvc = (values.cvc ?? '').trim()
  if (!/^\d{3,4}$/.test(cvc)) errors.cvc = 'Enter three or four digits.'
  const name = (values.name ?? '').trim()
  if (!name) errors.name = 'Enter the name on the card.'
  if (Object.keys(errors).length > 0) return { errors }

  const fingerprint = cardFingerprint([number, exp_month, exp_year, cvc])
  const card = { brand: 'visa', fingerprint, last4: number.slice(-4), exp_month, exp_year }
  return { card, isDeclined: number === DECLINED, name }
}

/**
 * Stripe's depends on the number alone. There are only three numbers here, so the expiry date and the security code count as well:
 * otherwise nobody could try a second free trial.
 */
const cardFingerprint = (parts: (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)

export const cardName = ({ last4 }: PaymentMethod['card']) => `Visa ending in ${last4}`
