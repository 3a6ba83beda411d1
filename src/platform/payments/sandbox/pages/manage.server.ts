import { html } from '#platform/development/html.ts'
import { payAgain } from '../billing.server.ts'
import { itemOf } from '../item.ts'
import { attachCard } from '../paymentMethods.server.ts'
import { openPortalSession } from '../portal.server.ts'
import type { PortalSession } from '../records.ts'
import type { Sandbox } from '../sandbox.ts'
import { cancelAtPeriodEnd, changeSubscription } from '../subscription.server.ts'
import { filledIn, readCard } from './cardFields.ts'
import type { Errors, Values } from './fields.ts'
import { formValues } from './formValues.ts'
import { lost, type Page } from './page.server.ts'
import type { Plan } from './planPage.ts'
import { cancelPage, changeCardPage, overviewPage } from './portalPages.ts'

type Shown = ReturnType<Page>

export const showPlan: Page = (sandbox, { id }) => visit(sandbox, id, (session) => overview(sandbox, session))

export const showCancel: Page = (sandbox, { id }) =>
  running(sandbox, id, (plan) => ({ title: 'Cancel', content: cancelPage(plan) }))

export const submitCancel: Page = (sandbox, { id }) =>
  running(sandbox, id, ({ session, subscription }) => {
    if (!subscription.cancel_at_period_end) cancelAtPeriodEnd(sandbox, subscription, true)
    return home(session)
  })

export const submitResume: Page = (sandbox, { id }) =>
  running(sandbox, id, ({ session, subscription }) => {
    if (subscription.cancel_at_period_end) cancelAtPeriodEnd(sandbox, subscription, false)
    return home(session)
  })

export const showCard: Page = (sandbox, { id }) => visit(sandbox, id, (session) => cardForm(session))

export const submitCard: Page = (sandbox, { id, form }) =>
  visit(sandbox, id, (session) => {
    const values = formValues(form)
    if (values.fill !== undefined)
      return cardForm(session, { values: { ...values, ...filledIn(values.fill, sandbox.now()) } })
    const typed = { name: values.name ?? '' }
    const { card, errors } = readCard(values, sandbox.now())
    if (!card) return { ...cardForm(session, { values: typed, errors }), status: 422 }
    if (card.behaviour === 'declined')
      return {
        ...cardForm(session, { values: typed, message: 'Your card was declined. Try another card.' }),
        status: 402,
      }

    const customer = sandbox.state.customers[session.customer]
    if (!customer) return lost
    const method = attachCard(sandbox, customer, { email: customer.email ?? '', name: typed.name.trim(), card })
    const plan = planOf(sandbox, session)
    if (plan && plan.subscription.status !== 'canceled')
      changeSubscription(sandbox, plan.subscription, { default_payment_method: method.id })
    return home(session)
  })

export const submitPayment: Page = (sandbox, { id }) =>
  visit(sandbox, id, (session) => {
    const plan = planOf(sandbox, session)
    const paid = plan?.openInvoice && payAgain(sandbox, plan.subscription, plan.openInvoice)
    if (paid !== false) return home(session)
    const notice = html`<p class="alert" role="alert">The card was declined. Change it and try again.</p>`
    return { ...overview(sandbox, session, notice), status: 402 }
  })

function visit(sandbox: Sandbox, id: string, show: (session: PortalSession) => Shown): Shown {
  const session = openPortalSession(sandbox, id)
  return session ? show(session) : lost
}

/** For what can be done only with a plan that has not ended; otherwise the overview says how things are. */
const running = (sandbox: Sandbox, id: string, show: (plan: Plan) => Shown) =>
  visit(sandbox, id, (session) => {
    const plan = planOf(sandbox, session)
    return plan && plan.subscription.status !== 'canceled' ? show(plan) : home(session)
  })

const home = ({ id }: PortalSession) => ({ redirect: `/portal/${id}` })

function planOf({ state }: Sandbox, session: PortalSession): Plan | undefined {
  const subscription = Object.values(state.subscriptions).findLast(({ customer }) => customer === session.customer)
  const product = subscription && state.products[itemOf(subscription).price.product]
  if (!subscription || !product) return undefined
  const latest = state.invoices[subscription.latest_invoice ?? '']
  return {
    session,
    subscription,
    product,
    method: state.paymentMethods[subscription.default_payment_method ?? ''],
    openInvoice: latest?.status === 'open' ? latest : undefined,
  }
}

function overview(sandbox: Sandbox, session: PortalSession, notice?: Parameters<typeof overviewPage>[3]) {
  const invoices = Object.values(sandbox.state.invoices).filter(({ customer }) => customer === session.customer)
  const content = overviewPage(session, planOf(sandbox, session), invoices.toReversed(), notice)
  return { title: 'Subscription', content }
}

const cardForm = (session: PortalSession, filled: { values?: Values; errors?: Errors; message?: string } = {}) => ({
  title: 'Change card',
  content: changeCardPage(session, { values: {}, errors: {}, ...filled }),
})
