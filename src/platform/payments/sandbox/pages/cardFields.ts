import { createHash, randomInt } from 'node:crypto'
import { html } from '#platform/development/html.ts'
import { type Payer, spaced, testCards } from '../cards.ts'
import { type Errors, field, type Values } from './fields.ts'

/** No autofill: the browser would offer a real card. */
export const cardFields = (values: Values, errors: Errors) => html`<fieldset>
<legend>Card</legend>
${field({ name: 'number', label: 'Card number', inputmode: 'numeric', placeholder: '1234 1234 1234 1234' }, values, errors)}
<div class="pair">
${field({ name: 'expiry', label: 'Expiry (MM/YY)', inputmode: 'numeric', placeholder: 'MM/YY' }, values, errors)}
${field({ name: 'cvc', label: 'Security code', inputmode: 'numeric', placeholder: 'CVC' }, values, errors)}
</div>
${field({ name: 'name', label: 'Name on card', autocomplete: 'cc-name' }, values, errors)}
</fieldset>`

/** Buttons of the form above: they send what is typed so far, and it comes back with the card filled in. */
export const cardHints = (form: string) => html`<section class="hints" aria-labelledby="hints">
<h2 id="hints">Test cards</h2>
<span class="quiet">Real cards are refused here. Any expiry date to come and any security code will do.</span>
<ul>${testCards.map(
  ({ number, hint }) =>
    html`<li><span><code>${spaced(number)}</code>${hint}</span><button class="plain" form="${form}" name="fill" value="${number}" formnovalidate aria-label="Fill in ${spaced(number)}">Fill in</button></li>`,
)}</ul>
</section>`

/** A new security code each time, so that the card counts as one that was never used before. */
export const filledIn = (number: string, now: number): Values => ({
  number: spaced(testCards.some((card) => card.number === number) ? number : ''),
  expiry: `12/${new Date(now * 1000).getUTCFullYear() - 1998}`,
  cvc: String(randomInt(100, 1000)),
})

/** The card as it may be kept, or what is wrong with it. */
export function readCard(values: Values, now: number): { card?: Payer['card']; errors: Errors } {
  const errors: Errors = {}
  const number = (values.number ?? '').replace(/[\s-]/g, '')
  const known = testCards.find((card) => card.number === number)
  if (!known) errors.number = 'Use one of the test cards.'

  const [, month = '', year = ''] = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec((values.expiry ?? '').trim()) ?? []
  const [exp_month, exp_year] = [Number(month), 2000 + Number(year)]
  if (exp_month < 1 || exp_month > 12) errors.expiry = 'Write it as MM/YY.'
  else if (Date.UTC(exp_year, exp_month) / 1000 <= now) errors.expiry = 'This date is in the past.'

  if (!/^\d{3,4}$/.test((values.cvc ?? '').trim())) errors.cvc = 'Three or four digits.'
  if (!values.name?.trim()) errors.name = 'Write the name on the card.'

  if (!known || Object.keys(errors).length > 0) return { errors }
  const { brand, behaviour } = known
  const fingerprint = fingerprintOf([number, exp_month, exp_year, (values.cvc ?? '').trim()])
  return { card: { brand, behaviour, fingerprint, last4: number.slice(-4), exp_month, exp_year }, errors }
}

/**
 * The provider goes by the number alone. There are only five numbers here, so the expiry date and the security code count
 * as well: otherwise nobody could try a second free trial.
 */
const fingerprintOf = (parts: (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)
