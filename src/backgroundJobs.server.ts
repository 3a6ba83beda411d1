import { sendResetLink } from '#features/accounts/server/credentials/resetPassword.server.ts'
import { makeExport, sweepExports } from '#features/accounts/server/dataExport.server.ts'
import { eraseDueAccounts, stopRenewal } from '#features/accounts/server/deleteAccount.server.ts'
import { cancelUnconfirmedCheckouts } from '#features/billing/server/confirmCheckout.server.ts'
import { fulfilPaidCheckout } from '#features/billing/server/fulfilCheckout.server.ts'
import { cancelSubscription, endTrial, syncCustomer } from '#features/billing/server/syncSubscription.server.ts'
import { reconcileSubscriptions } from '#features/billing/server/webhooks.server.ts'
import { eraseFiles, removeContent } from '#features/files/server/deleteFiles.server.ts'
import { prepareFile } from '#features/files/server/prepareFile.server.ts'
import { sweepUploads } from '#features/files/server/sweepUploads.server.ts'
import { sendDigest } from '#features/leads/server/notifyAgent.server.ts'
import { drawMissingPicturesJob, drawSharePictureJob } from '#features/listings/server/sharePictures.server.ts'
import { prepareEventMonths } from '#platform/events/prepareEventMonths.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { sweepExpired } from '#platform/jobs/sweepExpired.server.ts'
import { deleteLateEmailsJob } from '#platform/mail/deleteEmailsAbout.server.ts'
import { deliverEmail } from '#platform/mail/mailer.server.ts'
import type { Services } from '#platform/services.server.ts'

/** Every background job of the application. */
const workers = [
  registerWorker(deliverEmail),
  registerWorker(deleteLateEmailsJob),
  registerWorker(sweepExpired),
  registerWorker(sendResetLink),
  registerWorker(makeExport),
  registerWorker(sweepExports),
  registerWorker(eraseDueAccounts),
  registerWorker(stopRenewal),
  registerWorker(fulfilPaidCheckout),
  registerWorker(syncCustomer),
  registerWorker(cancelSubscription),
  registerWorker(endTrial),
  registerWorker(cancelUnconfirmedCheckouts),
  registerWorker(reconcileSubscriptions),
  registerWorker(prepareFile),
  registerWorker(removeContent),
  registerWorker(eraseFiles),
  registerWorker(sweepUploads),
  registerWorker(drawSharePictureJob),
  registerWorker(drawMissingPicturesJob),
  registerWorker(sendDigest),
  registerWorker(prepareEventMonths),
]

export const allJobs = workers.map(({ job }) => job)

export async function startWorkers(services: Services) {
  for (const { begin } of workers) await begin(services)
}

function registerWorker<Data extends object>(job: Job<Data, Services>) {
  return { job, begin: (services: Services) => services.jobs.work(job, services) }
}
