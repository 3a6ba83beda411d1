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
import { drawSharePictureJob, drawMissingPicturesJob } from '#features/listings/share/picture/redrawSharePictures.server.ts'
import { prepareMonths } from '#platform/events/prepareMonths.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { forgetLateEmails } from '#platform/mail/forgetMail.server.ts'
import { deliverEmail } from '#platform/mailer.server.ts'
import type { Services } from '#platform/services.server.ts'
import { sweepExpired } from '#platform/sweep.server.ts'

/** Every kind of background work the application knows. */
const workers = [
  registerWorker(deliverEmail),
  registerWorker(forgetLateEmails),
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
  registerWorker(prepareMonths),
]

export const allJobs = workers.map(({ job }) => job)

export async function startWorkers(services: Services) {
  for (const { begin } of workers) await begin(services)
}

function registerWorker<Data extends object>(job: Job<Data, Services>) {
  return { job, begin: (services: Services) => services.jobs.work(job, services) }
}
