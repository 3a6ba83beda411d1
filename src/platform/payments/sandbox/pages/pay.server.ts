import type { Payer } from '../cards.ts'
import { completeCheckout } from '../checkout.server.ts'
import { email as Email } from '../parameters.ts'
import type { CheckoutSession } from '../records.ts'
import type { Sandbox } from '../sandbox.ts'
import { filledIn, readCard } from './cardFields.ts'
import { checkoutPage, confirmationPage } from './checkoutPage.ts'
import type { Errors, Values } from './fields.ts'
import { formValues } from './formValues.ts'
import { lost, type Page } from './page.server.ts'
import { cardWords } from './words.ts'

const DECLINED = 'Your card was declined. Try another card.'

export const showCheckout: Page = (sandbox, { id }) => visit(sandbox, id, (session) => form(sandbox, session))

export const submitCheckout: Page = (sandbox, { id, form: input }) =>
  visit(sandbox, id, (session) => {
    const values = formValues(input)
    if (values.fill !== undefined)
      return form(sandbox, session, { values: { ...values, ...filledIn(values.fill, sandbox.now()) } })

    const payer = readPayer(sandbox, session, values)
    // What was typed comes back, except the card: it may have been a real one.
    const typed = { email: values.email ?? '', name: values.name ?? '' }
    if ('errors' in payer) return { ...form(sandbox, session, { values: typed, errors: payer.errors }), status: 422 }
    const { behaviour } = payer.card
    const order = sandbox.state.orders[id]
    if (behaviour === 'authenticates' && order) {
      order.payer = payer
      return { redirect: `/pay/${id}/confirm` }
    }
    // A trial only checks that the card exists; without one it is charged here and now.
    if (behaviour === 'declined' || (behaviour === 'fails later' && order?.trialDays === 0))
      return { ...form(sandbox, session, { values: typed, message: DECLINED }), status: 402 }
    return complete(sandbox, session, payer)
  })

export const showConfirmation: Page = (sandbox, { id }) =>
  visit(sandbox, id, (session) => {
    const payer = sandbox.state.orders[id]?.payer
    if (!payer) return { redirect: `/pay/${id}` }
    return {
      title: 'Confirm',
      content: confirmationPage(session, cardWords(payer.card)),
      leadsTo: [session.success_url],
    }
  })

export const submitConfirmation: Page = (sandbox, { id, form: input }) =>
  visit(sandbox, id, (session) => {
    const order = sandbox.state.orders[id]
    const payer = order?.payer
    if (!order || !payer) return { redirect: `/pay/${id}` }
    delete order.payer
    if (formValues(input).outcome === 'approve') return complete(sandbox, session, payer)
    const message = 'Your bank did not confirm the payment. Try again or use another card.'
    return { ...form(sandbox, session, { values: { email: payer.email, name: payer.name }, message }), status: 402 }
  })

/** A second click on Pay, or the way back with the browser, ends where the first one did. */
function visit(sandbox: Sandbox, id: string, show: (session: CheckoutSession) => ReturnType<Page>): ReturnType<Page> {
  const session = sandbox.state.checkoutSessions[id]
  if (!session || session.status === 'expired') return lost
  return session.status === 'complete' ? { redirect: successUrl(session) } : show(session)
}

function complete(sandbox: Sandbox, session: CheckoutSession, payer: Payer) {
  completeCheckout(sandbox, session, payer)
  return { redirect: successUrl(session) }
}

const successUrl = ({ success_url, id }: CheckoutSession) => success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)

function readPayer(sandbox: Sandbox, session: CheckoutSession, values: Values): Payer | { errors: Errors } {
  const email = Email.safeParse(lockedEmail(sandbox, session) ?? values.email?.trim())
  const { card, errors } = readCard(values, sandbox.now())
  if (!email.success) return { errors: { email: 'Write an e-mail address.', ...errors } }
  if (!card) return { errors }
  return { card, email: email.data, name: (values.name ?? '').trim() }
}

/** An address that the application has given cannot be changed on the way. */
const lockedEmail = ({ state }: Sandbox, session: CheckoutSession) =>
  session.customer_email ?? state.customers[session.customer ?? '']?.email ?? null

function form(
  sandbox: Sandbox,
  session: CheckoutSession,
  filled: { values?: Values; errors?: Errors; message?: string } = {},
) {
  const { state } = sandbox
  const order = state.orders[session.id]
  const price = state.prices[order?.priceId ?? '']
  const product = state.products[price?.product ?? '']
  if (!order || !price || !product) return lost
  const { values = {}, errors = {}, message } = filled
  return {
    title: 'Checkout',
    leadsTo: [session.success_url],
    content: checkoutPage({
      ...{ session, order, price, product, values, errors, message },
      now: sandbox.now(),
      lockedEmail: lockedEmail(sandbox, session),
    }),
  }
}
