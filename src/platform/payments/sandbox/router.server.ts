import type { Operation } from './api.server.ts'
import * as checkout from './checkout.server.ts'
import * as clock from './clock.server.ts'
import * as customers from './customers.server.ts'
import * as events from './events.server.ts'
import type { Faults } from './faults.server.ts'
import * as invoices from './invoices.server.ts'
import * as manage from './pages/manage.server.ts'
import type { Page } from './pages/page.server.ts'
import * as pay from './pages/pay.server.ts'
import * as paymentMethods from './paymentMethods.server.ts'
import * as portal from './portal.server.ts'
import * as prices from './prices.server.ts'
import type { RequestLog } from './requestLog.ts'
import type { Report, Sandbox } from './sandbox.ts'
import * as subscriptions from './subscriptions.server.ts'
import type { Webhooks } from './webhooks.server.ts'

export interface Parts {
  sandbox: Sandbox
  faults: Faults
  webhooks: Webhooks
  requests: RequestLog
  save: () => Promise<void>
  report: Report
}
type Control = (parts: Parts, input: unknown, id: string) => object
type Target = { kind: 'operation'; run: Operation } | { kind: 'control'; run: Control } | { kind: 'page'; run: Page }

const operation = (run: Operation): Target => ({ kind: 'operation', run })
const control = (run: Control): Target => ({ kind: 'control', run })
const page = (run: Page): Target => ({ kind: 'page', run })

/** Everything that this server answers to. */
const table: Record<string, Target> = {
  'GET /v1/prices': operation(prices.listPrices),
  'GET /v1/prices/:id': operation(prices.getPrice),
  'GET /v1/products/:id': operation(prices.getProduct),
  'GET /v1/customers': operation(customers.listCustomers),
  'POST /v1/customers': operation(customers.createCustomer),
  'GET /v1/customers/:id': operation(customers.getCustomer),
  'POST /v1/customers/:id': operation(customers.updateCustomer),
  'DELETE /v1/customers/:id': operation(customers.deleteCustomer),
  'GET /v1/checkout/sessions': operation(checkout.listCheckoutSessions),
  'POST /v1/checkout/sessions': operation(checkout.createCheckoutSession),
  'GET /v1/checkout/sessions/:id': operation(checkout.getCheckoutSession),
  'POST /v1/checkout/sessions/:id/expire': operation(checkout.expireCheckout),
  'GET /v1/subscriptions': operation(subscriptions.listSubscriptions),
  'GET /v1/subscriptions/:id': operation(subscriptions.getSubscription),
  'POST /v1/subscriptions/:id': operation(subscriptions.updateSubscription),
  'DELETE /v1/subscriptions/:id': operation(subscriptions.cancelSubscription),
  'GET /v1/invoices': operation(invoices.listInvoices),
  'GET /v1/invoices/:id': operation(invoices.getInvoice),
  'GET /v1/payment_methods': operation(paymentMethods.listPaymentMethods),
  'GET /v1/payment_methods/:id': operation(paymentMethods.getPaymentMethod),
  'POST /v1/billing_portal/sessions': operation(portal.createPortalSession),
  'GET /v1/events': operation(events.listEvents),
  'GET /v1/events/:id': operation(events.getEvent),

  'GET /_sandbox/clock': control(({ sandbox }) => clock.showClock(sandbox)),
  'POST /_sandbox/clock': control(({ sandbox }, input) => clock.moveClock(sandbox, input)),
  'POST /_sandbox/faults': control(({ faults }, input) => faults.order(input)),
  'DELETE /_sandbox/faults': control(({ faults }) => faults.end()),
  'GET /_sandbox/requests': control(({ requests }) => requests.show()),
  'GET /_sandbox/deliveries': control(({ webhooks }) => webhooks.show()),
  'POST /_sandbox/events/:id/redeliver': control(({ webhooks }, _input, id) => webhooks.redeliver(id)),

  'GET /pay/:id': page(pay.showCheckout),
  'POST /pay/:id': page(pay.submitCheckout),
  'GET /pay/:id/confirm': page(pay.showConfirmation),
  'POST /pay/:id/confirm': page(pay.submitConfirmation),
  'GET /portal/:id': page(manage.showPlan),
  'GET /portal/:id/cancel': page(manage.showCancel),
  'POST /portal/:id/cancel': page(manage.submitCancel),
  'POST /portal/:id/resume': page(manage.submitResume),
  'GET /portal/:id/card': page(manage.showCard),
  'POST /portal/:id/card': page(manage.submitCard),
  'POST /portal/:id/pay': page(manage.submitPayment),
}

const routes = Object.entries(table).map(([line, target]) => {
  const [method = '', path = ''] = line.split(' ')
  return { method, target, pattern: new RegExp(`^${path.replace(':id', '([\\w-]{1,100})')}$`) }
})

export function findRoute(method: string, path: string) {
  for (const route of routes) {
    const match = route.method === method && route.pattern.exec(path)
    if (match) return { target: route.target, id: match[1] ?? '' }
  }
  return undefined
}
