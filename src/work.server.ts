import { makeExport, sweepExports } from '#features/accounts/dataExport.server.ts'
import { eraseDueAccounts } from '#features/accounts/deleteAccount.server.ts'
import { stopRenewal } from '#features/accounts/forgetCustomer.server.ts'
import { sendResetLink } from '#features/accounts/resetPassword.server.ts'
import { cancelUnconfirmedCheckouts } from '#features/billing/server/confirmCheckout.server.ts'
import { fulfilPaidCheckout } from '#features/billing/server/fulfilCheckout.server.ts'
import { cancelSubscription, endTrial, syncCustomer } from '#features/billing/server/syncSubscription.server.ts'
import { reconcileSubscriptions } from '#features/billing/server/webhooks.server.ts'
import { eraseFiles } from '#features/files/eraseFiles.server.ts'
import { prepareFile } from '#features/files/prepareFile.server.ts'
import { removeContent } from '#features/files/removeContent.server.ts'
import { sweepUploads } from '#features/files/sweepUploads.server.ts'
import { sendDigest } from '#features/leads/sendDigest.server.ts'
import { drawListingPicture, drawMissingPictures } from '#features/listings/share/picture/redrawSharePictures.server.ts'
import { prepareMonths } from '#platform/events/prepareMonths.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { forgetMailLater } from '#platform/mail/forgetMail.server.ts'
import { deliverMail } from '#platform/mailer.server.ts'
import type { Services } from '#platform/services.server.ts'
import { sweep } from '#platform/sweep.server.ts'

/** Every kind of background work the application knows. */
const workers = [
  hire(deliverMail),
  hire(forgetMailLater),
  hire(sweep),
  hire(sendResetLink),
  hire(makeExport),
  hire(sweepExports),
  hire(eraseDueAccounts),
  hire(stopRenewal),
  hire(fulfilPaidCheckout),
  hire(syncCustomer),
  hire(cancelSubscription),
  hire(endTrial),
  hire(cancelUnconfirmedCheckouts),
  hire(reconcileSubscriptions),
  hire(prepareFile),
  hire(removeContent),
  hire(eraseFiles),
  hire(sweepUploads),
  hire(drawListingPicture),
  hire(drawMissingPictures),
  hire(sendDigest),
  hire(prepareMonths),
]

export const allJobs = workers.map(({ job }) => job)

export async function startWorking(services: Services) {
  for (const { begin } of workers) await begin(services)
}

function hire<Data extends object>(job: Job<Data, Services>) {
  return { job, begin: (services: Services) => services.jobs.work(job, services) }
}
