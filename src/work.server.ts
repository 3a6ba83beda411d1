import { makeExport, sweepExports } from '#features/accounts/dataExport.server.ts'
import { eraseDueAccounts } from '#features/accounts/deleteAccount.server.ts'
import { sendResetLink } from '#features/accounts/resetPassword.server.ts'
import { cancelDuplicate } from '#features/billing/cancelDuplicate.server.ts'
import { followCustomer } from '#features/billing/followSubscription.server.ts'
import { fulfilPaidCheckout } from '#features/billing/fulfilCheckout.server.ts'
import { reconcileSubscriptions } from '#features/billing/reconcile.server.ts'
import { deliverMail } from '#platform/mailer.server.ts'
import type { Services } from '#platform/services.server.ts'
import { sweep } from '#platform/sweep.server.ts'

/** Every kind of background work the application knows. */
export const allJobs = [
  deliverMail,
  sweep,
  sendResetLink,
  makeExport,
  sweepExports,
  eraseDueAccounts,
  fulfilPaidCheckout,
  followCustomer,
  cancelDuplicate,
  reconcileSubscriptions,
]

export async function startWorking(services: Services) {
  const { jobs } = services
  await jobs.work(deliverMail, services)
  await jobs.work(sweep, services)
  await jobs.work(sendResetLink, services)
  await jobs.work(makeExport, services)
  await jobs.work(sweepExports, services)
  await jobs.work(eraseDueAccounts, services)
  await jobs.work(fulfilPaidCheckout, services)
  await jobs.work(followCustomer, services)
  await jobs.work(cancelDuplicate, services)
  await jobs.work(reconcileSubscriptions, services)
}
