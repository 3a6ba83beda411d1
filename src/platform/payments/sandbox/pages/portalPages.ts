import { html, type Markup } from '#platform/development/html.ts'
import { itemOf } from '../item.ts'
import type { Invoice, PortalSession } from '../records.ts'
import { cardFields, cardHints } from './cardFields.ts'
import { alert, type Errors, type Values } from './fields.ts'
import { cardPanel, invoicePanel, type Plan, planPanel } from './planPage.ts'
import { day } from './words.ts'

export const overviewPage = (session: PortalSession, plan: Plan | undefined, invoices: Invoice[], notice?: Markup) =>
  html`<div class="narrow">
<p class="brand">Property Files</p>
<h1>Your subscription</h1>
<p>${session.return_url ? html`<a href="${session.return_url}">Back to Property Files</a>` : undefined}</p>
${notice}
${plan ? planPanel(plan) : html`<p class="panel">There is no subscription yet.</p>`}
${plan ? cardPanel(plan) : undefined}
${invoicePanel(session, invoices)}
</div>`

export const cancelPage = ({ session, subscription }: Plan) => html`<div class="narrow"><div class="panel">
<h1>Cancel the plan?</h1>
<p>It stays as it is until ${day(itemOf(subscription).current_period_end)} and ends then. Until that day you can change your mind.</p>
<form class="actions" method="post" action="/portal/${session.id}/cancel">
<button class="danger">Cancel plan</button>
<a class="button plain" href="/portal/${session.id}">Keep the plan</a>
</form>
</div></div>`

export const changeCardPage = (
  { id }: PortalSession,
  { values, errors, message }: { values: Values; errors: Errors; message?: string },
) => html`<div class="narrow">
<h1>Change card</h1>
<p><a href="/portal/${id}">Back to the subscription</a></p>
<form class="panel" id="card" method="post" action="/portal/${id}/card">
${alert(message)}
${cardFields(values, errors)}
<button class="wide">Save card</button>
</form>
${cardHints('card')}
</div>`
