import { html, type Markup } from '#platform/development/html.ts'
import { itemOf } from '../item.ts'
import type { Invoice, PaymentMethod, PortalSession, Product, Subscription } from '../records.ts'
import { cardWords, day, money, priceWords } from './words.ts'

export interface Plan {
  session: PortalSession
  subscription: Subscription
  product: Product
  method?: PaymentMethod
  openInvoice?: Invoice
}

const BADGES: Partial<Record<Subscription['status'], [string, string]>> = {
  trialing: ['Free trial', ''],
  active: ['Active', ''],
  past_due: ['Payment failed', 'warn'],
  unpaid: ['Not paid', 'warn'],
  canceled: ['Ended', 'off'],
}

export function planPanel(plan: Plan) {
  const { session, subscription, product } = plan
  const item = itemOf(subscription)
  const [label, tone] = BADGES[subscription.status] ?? [subscription.status, 'off']
  return html`<section class="panel" aria-labelledby="plan">
<h2 id="plan">${product.name} <span class="badge ${tone}">${label}</span></h2>
<p>${priceWords(item.price, item.quantity)}<br><span class="quiet">${outlook(plan)}</span></p>
<div class="actions">${planActions(session, subscription)}</div>
</section>`
}

function outlook({ subscription, openInvoice }: Plan) {
  const { status, cancel_at, ended_at, trial_end } = subscription
  const item = itemOf(subscription)
  if (status === 'canceled') return `Ended on ${day(ended_at ?? 0)}.`
  if (cancel_at !== null) return `Ends on ${day(cancel_at)} and does not renew.`
  if (status === 'trialing') return `Free until ${day(trial_end ?? 0)}, then the card is charged.`
  if (status === 'active') return `Renews on ${day(item.current_period_end)}.`
  const next = openInvoice?.next_payment_attempt
  return next ? `The card is tried again on ${day(next)}.` : 'The card is not tried again. Pay the open invoice below.'
}

function planActions({ id }: PortalSession, { status, cancel_at }: Subscription): Markup | undefined {
  if (status === 'canceled') return undefined
  if (cancel_at === null) return html`<a class="button plain" href="/portal/${id}/cancel">Cancel plan</a>`
  return html`<form method="post" action="/portal/${id}/resume"><button>Keep the plan</button></form>`
}

export const cardPanel = ({ session, method }: Plan) => html`<section class="panel" aria-labelledby="method">
<h2 id="method">Card</h2>
<div class="line"><span>${method ? cardWords(method.card) : 'No card'}${method ? html`<br><span class="quiet small">Expires ${String(method.card.exp_month).padStart(2, '0')}/${method.card.exp_year}</span>` : undefined}</span>
<a href="/portal/${session.id}/card">Change card</a></div>
</section>`

export const invoicePanel = (
  session: PortalSession,
  invoices: Invoice[],
) => html`<section class="panel" aria-labelledby="invoices">
<h2 id="invoices">Invoices</h2>
${invoices.length === 0 ? html`<p class="quiet">None yet.</p>` : undefined}
${invoices.map((invoice) => invoiceLine(session, invoice))}
</section>`

const invoiceLine = (
  { id }: PortalSession,
  { number, created, total, currency, status, lines }: Invoice,
) => html`<div class="line">
<span>${day(created)} <br><span class="quiet small">${number ?? ''} · ${lines.data[0]?.description ?? ''}</span></span>
<span class="number settled">${money(total, currency)} ${
  status === 'open'
    ? html`<form method="post" action="/portal/${id}/pay"><button>Pay now</button></form>`
    : html`<span class="badge off">Paid</span>`
}</span>
</div>`
