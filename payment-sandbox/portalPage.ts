import { findOpenPortalSession } from './api.ts'
import { cardFields, cardName, DECLINED_MESSAGE, readCard, testCardList, testCardValues } from './cardForm.ts'
import {
  alert,
  type FormState,
  html,
  longDate,
  type Markup,
  money,
  type Page,
  type PageOutcome,
  sessionExpired,
} from './page.ts'
import { type Invoice, type PaymentMethod, type PortalSession, product, type Subscription } from './store.ts'
import { attachCard, cancelAtPeriodEnd, changeCard, payAgain, periodLine, type Sandbox } from './subscriptions.ts'

interface Plan {
  session: PortalSession
  subscription: Subscription
  method: PaymentMethod | undefined
  openInvoice: Invoice | undefined
}

export const showPlan: Page = (sandbox, { id }) => visit(sandbox, id, (session) => overview(sandbox, session))

export const showCancelPlan: Page = (sandbox, { id }) =>
  visitRunningPlan(sandbox, id, ({ session, subscription }) => ({
    title: 'Cancel plan',
    content: html`<div class="narrow"><div class="panel">
<h1>Cancel your plan?</h1>
<p>Everything keeps working until ${longDate(subscription.items.data[0].current_period_end)}. You can change your mind until then.</p>
<form class="actions" method="post" action="/portal/${session.id}/cancel">
<button class="danger">Cancel plan</button>
<a class="button plain" href="/portal/${session.id}">Keep plan</a>
</form>
</div></div>`,
  }))

export const cancelPlan: Page = (sandbox, { id }) =>
  visitRunningPlan(sandbox, id, ({ session, subscription }) => {
    if (!subscription.cancel_at_period_end) cancelAtPeriodEnd(sandbox, subscription, true)
    return backToOverview(session)
  })

export const resumePlan: Page = (sandbox, { id }) =>
  visitRunningPlan(sandbox, id, ({ session, subscription }) => {
    if (subscription.cancel_at_period_end) cancelAtPeriodEnd(sandbox, subscription, false)
    return backToOverview(session)
  })

export const showCardForm: Page = (sandbox, { id }) => visit(sandbox, id, (session) => cardForm(session))

export const submitCard: Page = (sandbox, { id, form: values }) =>
  visit(sandbox, id, (session) => {
    if (values.fill !== undefined)
      return cardForm(session, { values: { ...values, ...testCardValues(values.fill, sandbox.now()) } })
    const typed = { name: values.name ?? '' }
    const result = readCard(values, sandbox.now())
    if ('errors' in result) return { ...cardForm(session, { values: typed, errors: result.errors }), status: 422 }
    if (result.isDeclined) return { ...cardForm(session, { values: typed, message: DECLINED_MESSAGE }), status: 402 }
    const customer = sandbox.state.customers.get(session.customer)
    if (!customer) return sessionExpired
    const method = attachCard(sandbox.state, customer, result)
    const plan = findPlan(sandbox, session)
    if (plan && plan.subscription.status !== 'canceled') changeCard(sandbox, plan.subscription, method)
    return backToOverview(session)
  })

export const submitPayment: Page = (sandbox, { id }) =>
  visit(sandbox, id, (session) => {
    const plan = findPlan(sandbox, session)
    if (!plan?.openInvoice || payAgain(sandbox, plan.subscription, plan.openInvoice)) return backToOverview(session)
    return { ...overview(sandbox, session, 'Your card was declined. Change it and try again.'), status: 402 }
  })

function visit(sandbox: Sandbox, id: string, show: (session: PortalSession) => PageOutcome) {
  const session = findOpenPortalSession(sandbox, id)
  return session ? show(session) : sessionExpired
}

/** For what can be done only with a plan that has not ended. */
const visitRunningPlan = (sandbox: Sandbox, id: string, show: (plan: Plan) => PageOutcome) =>
  visit(sandbox, id, (session) => {
    const plan = findPlan(sandbox, session)
    return plan && plan.subscription.status !== 'canceled' ? show(plan) : backToOverview(session)
  })

const backToOverview = ({ id }: PortalSession) => ({ redirect: `/portal/${id}` })

function findPlan({ state }: Sandbox, session: PortalSession): Plan | undefined {
  const subscription = [...state.subscriptions.values()].findLast(({ customer }) => customer === session.customer)
  if (!subscription) return undefined
  const latest = state.invoices.get(subscription.latest_invoice)
  return {
    session,
    subscription,
    method: state.paymentMethods.get(subscription.default_payment_method),
    openInvoice: latest?.status === 'open' ? latest : undefined,
  }
}

function overview(sandbox: Sandbox, session: PortalSession, message?: string) {
  const plan = findPlan(sandbox, session)
  const invoices = [...sandbox.state.invoices.values()].filter(({ customer }) => customer === session.customer)
  return {
    title: 'Your subscription',
    content: html`<div class="narrow">
<p class="brand">${product.name}</p>
<h1>Your subscription</h1>
<p><a href="${session.return_url}">Back to Property Files</a></p>
${alert(message)}
${plan ? planPanel(plan) : html`<p class="panel">You don’t have a subscription yet.</p>`}
${plan ? cardPanel(plan) : undefined}
<section class="panel" aria-labelledby="invoices">
<h2 id="invoices">Invoices</h2>
${invoices.toReversed().map((invoice) => invoiceLine(session, invoice, invoice.id === plan?.openInvoice?.id))}
</section>
</div>`,
  }
}

const BADGES: Record<Subscription['status'], [string, string]> = {
  trialing: ['Free trial', ''],
  active: ['Active', ''],
  past_due: ['Payment failed', 'warn'],
  unpaid: ['Unpaid', 'warn'],
  canceled: ['Ended', 'off'],
}

function planPanel(plan: Plan) {
  const { subscription } = plan
  const [item] = subscription.items.data
  const { status, cancel_at } = subscription
  const [label, tone] = cancel_at !== null && status !== 'canceled' ? ['Cancelled', 'warn'] : BADGES[status]
  return html`<section class="panel" aria-labelledby="plan">
<h2 id="plan">${product.name} <span class="badge ${tone}">${label}</span></h2>
<p>${priceText(item)}<br><span class="quiet">${whatHappensNext(plan)}</span></p>
<div class="actions">${planActions(plan)}</div>
</section>`
}

function priceText(item: Subscription['items']['data'][0]) {
  const { price, quantity } = item
  const total = `${money(periodLine(item).amount)} per ${price.recurring.interval}`
  return quantity === 1 ? total : `${quantity} × ${money(price.unit_amount)} = ${total}`
}

function whatHappensNext({ subscription, openInvoice }: Plan) {
  const { status, cancel_at, ended_at, trial_end } = subscription
  if (status === 'canceled') return `Ended on ${longDate(ended_at ?? 0)}.`
  if (cancel_at !== null) return `Ends on ${longDate(cancel_at)}.`
  if (status === 'trialing') return `Free until ${longDate(trial_end ?? 0)}, then the card is charged.`
  if (status === 'active') return `Renews on ${longDate(subscription.items.data[0].current_period_end)}.`
  const next = openInvoice?.next_payment_attempt
  return next ? `We’ll charge the card again on ${longDate(next)}.` : 'Pay the open invoice to keep the plan.'
}

function planActions({ session: { id }, subscription: { status, cancel_at } }: Plan): Markup | undefined {
  if (status === 'canceled') return undefined
  if (cancel_at === null) return html`<a class="button plain" href="/portal/${id}/cancel">Cancel plan</a>`
  return html`<form method="post" action="/portal/${id}/resume"><button>Keep plan</button></form>`
}

const cardPanel = ({ session, method }: Plan) => html`<section class="panel" aria-labelledby="method">
<h2 id="method">Card</h2>
<div class="line"><span>${method ? cardName(method.card) : 'No card'}${method ? html`<br><span class="quiet small">Expires ${String(method.card.exp_month).padStart(2, '0')}/${method.card.exp_year}</span>` : undefined}</span>
<a href="/portal/${session.id}/card">Change card</a></div>
</section>`

const invoiceLine = ({ id }: PortalSession, invoice: Invoice, canBePaid: boolean) => html`<div class="line">
<span>${longDate(invoice.created)}<br><span class="quiet small">${invoice.number}${invoiceLines(invoice).map((line) => html`<br>${line}`)}</span></span>
<span class="amount">${money(invoice.total)} ${
  canBePaid
    ? html`<form method="post" action="/portal/${id}/pay"><button>Pay now</button></form>`
    : html`<span class="badge off">${invoice.status === 'paid' ? 'Paid' : 'Unpaid'}</span>`
}</span>
</div>`

/** Invoices of older versions have no lines. */
const invoiceLines = ({ lines: { data }, total }: Invoice) =>
  data.length === 0
    ? [total === 0 ? 'Free trial' : product.name]
    : data.map(({ description, amount }) => (data.length === 1 ? description : `${description}: ${money(amount)}`))

const cardForm = ({ id }: PortalSession, formState: FormState = {}) => ({
  title: 'Change card',
  content: html`<div class="narrow">
<h1>Change card</h1>
<p><a href="/portal/${id}">Back to your subscription</a></p>
<form class="panel" id="card" method="post" action="/portal/${id}/card">
${alert(formState.message)}
${cardFields(formState)}
<button class="wide">Save card</button>
</form>
${testCardList('card')}
</div>`,
})
