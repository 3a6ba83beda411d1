import { z } from 'zod'
import { cardFields, DECLINED_MESSAGE, readCard, testCardList, testCardValues } from './cardForm.ts'
import {
  alert,
  type FormState,
  field,
  html,
  longDate,
  money,
  type Page,
  type PageOutcome,
  sessionExpired,
} from './page.ts'
import { type CheckoutSession, type Order, type Price, prices, product } from './store.ts'
import { completeCheckout, DAY_SECONDS, FAILING_LAST4, type Sandbox } from './subscriptions.ts'

export const showCheckout: Page = (sandbox, { id }) => visit(sandbox, id, (session) => form(sandbox, session))

export const submitCheckout: Page = (sandbox, { id, form: values }) =>
  visit(sandbox, id, (session) => {
    if (values.fill !== undefined)
      return form(sandbox, session, { values: { ...values, ...testCardValues(values.fill, sandbox.now()) } })
    // The card is not shown again: it may have been a real one.
    const typed = { email: values.email ?? '', name: values.name ?? '' }
    const email = z.email().safeParse(fixedEmail(sandbox, session) ?? typed.email.trim())
    const result = readCard(values, sandbox.now())
    if (!email.success || 'errors' in result) {
      const errors = {
        ...(!email.success && { email: 'Enter an email address.' }),
        ...('errors' in result && result.errors),
      }
      return { ...form(sandbox, session, { values: typed, errors }), status: 422 }
    }
    const { card, isDeclined, name } = result
    // A trial only checks that the card exists; without one it is charged now.
    const isCharged = sandbox.state.orders.get(id)?.trialDays === 0
    if (isDeclined || (isCharged && card.last4 === FAILING_LAST4))
      return { ...form(sandbox, session, { values: typed, message: DECLINED_MESSAGE }), status: 402 }
    completeCheckout(sandbox, session, { card, name, email: email.data })
    return { redirect: successUrl(session) }
  })

/** A second click on Pay, or the browser's back button, ends where the first one did. */
function visit(sandbox: Sandbox, id: string, show: (session: CheckoutSession) => PageOutcome) {
  const session = sandbox.state.checkoutSessions.get(id)
  if (!session || session.status === 'expired') return sessionExpired
  return session.status === 'complete' ? { redirect: successUrl(session) } : show(session)
}

const successUrl = ({ success_url, id }: CheckoutSession) => success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)

/** An address that the application has given cannot be changed on the page. */
const fixedEmail = ({ state }: Sandbox, { customer, customer_email }: CheckoutSession) =>
  customer_email ?? state.customers.get(customer ?? '')?.email

function form(sandbox: Sandbox, session: CheckoutSession, formState: FormState = {}) {
  const order = sandbox.state.orders.get(session.id)
  const price = prices.get(order?.priceId ?? '')
  if (!order || !price) return sessionExpired
  const email = fixedEmail(sandbox, session)
  const emailField = {
    ...{ name: 'email', label: 'Email', type: 'email', inputmode: 'email', autocomplete: 'email' },
    readonly: email !== undefined,
  }
  const values = { ...formState.values, email: email ?? formState.values?.email ?? '' }
  const hasTrial = order.trialDays > 0
  return {
    title: 'Checkout',
    leadsTo: session.success_url,
    content: html`<div class="columns">
<section aria-labelledby="plan">
<p><a href="${session.cancel_url}">← Back</a></p>
<p class="brand">${product.name}</p>
${hasTrial ? trialSummary(price, order, sandbox.now()) : paidSummary(price, order)}
</section>
<div>
<form class="panel" id="checkout" method="post" action="/pay/${session.id}">
${alert(formState.message)}
${field(emailField, { ...formState, values })}
${cardFields(formState)}
<button class="wide">${hasTrial ? 'Start free trial' : `Pay ${money(price.unit_amount * order.quantity)}`}</button>
${hasTrial ? html`<p class="quiet small below">Nothing is charged today. The card is charged when the trial ends, unless you cancel before then.</p>` : undefined}
</form>
${testCardList('checkout')}
</div>
</div>`,
  }
}

function terms({ unit_amount, recurring }: Price, { quantity }: Order) {
  const total = `${money(unit_amount * quantity)} per ${recurring.interval}`
  return quantity === 1 ? total : `${quantity} × ${money(unit_amount)} = ${total}`
}

const planName = html`${product.name}<br><span class="quiet small">${product.description}</span>`

const trialSummary = (price: Price, order: Order, now: number) => html`<h1 id="plan">Try ${product.name}</h1>
<p class="lead">${order.trialDays} days free, then ${terms(price, order)}.</p>
<dl class="sum">
<div class="line"><dt>${planName}</dt><dd>${order.trialDays} days free</dd></div>
<div class="line"><dt>From ${longDate(now + order.trialDays * DAY_SECONDS)}</dt><dd>${terms(price, order)}</dd></div>
<div class="line"><dt>Due today</dt><dd>${money(0)}</dd></div>
</dl>`

const paidSummary = (price: Price, order: Order) => html`<h1 id="plan">Subscribe to ${product.name}</h1>
<p class="lead">${terms(price, order)}, until you cancel.</p>
<dl class="sum">
<div class="line"><dt>${planName}</dt><dd>${money(price.unit_amount * order.quantity)}</dd></div>
<div class="line"><dt>Due today</dt><dd>${money(price.unit_amount * order.quantity)}</dd></div>
</dl>`
