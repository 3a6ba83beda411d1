import { html } from '#platform/development/html.ts'
import type { CheckoutSession, Price, Product } from '../records.ts'
import { DAY } from '../sandbox.ts'
import type { Order } from '../state.server.ts'
import { cardFields, cardHints } from './cardFields.ts'
import { alert, type Errors, field, type Values } from './fields.ts'
import { day, money, priceWords } from './words.ts'

interface Checkout {
  session: CheckoutSession
  order: Order
  price: Price
  product: Product
  now: number
  lockedEmail: string | null
  values: Values
  errors: Errors
  message?: string
}

export function checkoutPage(checkout: Checkout) {
  const { session, order, lockedEmail, values, errors, message } = checkout
  const hasTrial = order.trialDays > 0
  return html`<div class="columns">
<section aria-labelledby="plan">
${session.cancel_url ? html`<p><a href="${session.cancel_url}">← Back</a></p>` : undefined}
<p class="brand">${checkout.product.name}</p>
${summary(checkout)}
</section>
<div>
<form class="panel" id="checkout" method="post" action="/pay/${session.id}">
${alert(message)}
${field({ name: 'email', label: 'E-mail', type: 'email', inputmode: 'email', autocomplete: 'email', readonly: lockedEmail !== null }, { ...values, email: lockedEmail ?? values.email ?? '' }, errors)}
${cardFields(values, errors)}
<button class="wide">${hasTrial ? 'Start free trial' : 'Pay'}</button>
${hasTrial ? html`<p class="quiet small below">Nothing is charged today. The card is charged when the trial ends, unless you cancel before.</p>` : undefined}
</form>
${cardHints('checkout')}
</div>
</div>`
}

function summary({ product, price, order, now }: Checkout) {
  const { quantity, trialDays } = order
  const terms = priceWords(price, quantity)
  const full = money(price.unit_amount * quantity, price.currency)
  const trial = trialDays > 0 && `${trialDays} days free`
  return html`<h1 id="plan">${trial ? `Try ${product.name}` : `Subscribe to ${product.name}`}</h1>
<p class="lead">${trial ? `${trial}, then ${terms}.` : `${terms}, until you cancel.`}</p>
<dl class="sum">
<div><dt>${product.name}<br><span class="quiet small">${product.description ?? ''}</span></dt><dd>${trial || full}</dd></div>
${trial ? html`<div><dt>From ${day(now + trialDays * DAY)}</dt><dd>${terms}</dd></div>` : undefined}
<div><dt>Due today</dt><dd>${trial ? money(0, price.currency) : full}</dd></div>
</dl>`
}

export const confirmationPage = (session: CheckoutSession, card: string) => html`<div class="narrow"><div class="panel">
<h1>Confirm with your bank</h1>
<p>The bank that issued the card (${card}) asks whether it is you. With a real card, this page would be the bank’s own.</p>
<form class="actions" method="post" action="/pay/${session.id}/confirm">
<button name="outcome" value="approve">Confirm</button>
<button class="plain" name="outcome" value="refuse">Refuse</button>
</form>
</div></div>`
