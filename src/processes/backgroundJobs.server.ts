import { sendIdentityLinkJob } from '#features/accounts/server/credentials/identities/emailedLink.server.ts'
import { sendResetLinkJob } from '#features/accounts/server/credentials/passwords/setPassword.server.ts'
import { eraseDueAccountsJob, stopRenewalJob } from '#features/accounts/server/deletion/deleteAccount.server.ts'
import { makeExportJob, sweepExportsJob } from '#features/accounts/server/export/dataExport.server.ts'
import { finishDueRecoveriesJob } from '#features/accounts/server/secondFactor/accountRecovery.server.ts'
import { eraseDueAgenciesJob } from '#features/agencies/server/deleteAgency.server.ts'
import { remindOfSecondFactorJob } from '#features/agencies/server/secondFactorRule.server.ts'
import { sweepRepeatableRequestsJob } from '#features/api/server/repeatableRequests.server.ts'
import { releasePayerJob, updateCustomerJob } from '#features/billing/server/changePayer.server.ts'
import { fulfilPaidCheckoutJob } from '#features/billing/server/fulfilCheckout.server.ts'
import { cancelUnconfirmedCheckoutsJob } from '#features/billing/server/heldCheckout.server.ts'
import { adjustSeatsJob, endTrialJob, findChangedSeatsJob } from '#features/billing/server/seats.server.ts'
import { cancelSubscriptionJob, labelFormerCustomerJob } from '#features/billing/server/stripe.server.ts'
import { reconcileSubscriptionsJob } from '#features/billing/server/stripeWebhook.server.ts'
import { syncCustomerJob } from '#features/billing/server/syncSubscription.server.ts'
import { deleteOldEmailsJob } from '#features/emailedDocuments/server/deleteOldEmails.server.ts'
import { readEmailJob } from '#features/emailedDocuments/server/readEmail.server.ts'
import { fetchFeedPhotosJob } from '#features/feeds/server/feedPhotos.server.ts'
import { importFeedJob, sweepFeedRunsJob } from '#features/feeds/server/feedRuns.server.ts'
import { removeReaderCopiesJob } from '#features/files/server/access/readerCopies.server.ts'
import { eraseFilesJob } from '#features/files/server/deleteFiles.server.ts'
import { prepareFileJob } from '#features/files/server/prepareFile.server.ts'
import { removeContentJob } from '#features/files/server/removeContent.server.ts'
import { sweepStorageJob } from '#features/files/server/sweepStorage.server.ts'
import { eraseOldVersionsJob, hashVersionsJob } from '#features/files/server/versions/versionJobs.server.ts'
import {
  notifyOfHotReadersJob,
  sendMorningEmailsJob,
} from '#features/leads/server/agentNotifications/agentUpdates.server.ts'
import { sendDigestJob } from '#features/leads/server/agentNotifications/notifyAgent.server.ts'
import { notifyAgentJob } from '#features/leads/server/answers/receiveAnswers.server.ts'
import { sendChangeEmailsJob } from '#features/leads/server/changes/documentChangeEmails.server.ts'
import { remindOfNextActionsJob } from '#features/leads/server/followUp/followUp.server.ts'
import { updateLeadHeatJob } from '#features/leads/server/heat/updateHeat.server.ts'
import { deleteOldReadingsJob } from '#features/leads/server/reading/eraseReading.server.ts'
import {
  drawMissingSharePicturesJob,
  drawSharePictureJob,
  redrawAgencyPicturesJob,
} from '#features/listings/server/sharePictures.server.ts'
import { deliverMessageJob } from '#features/messages/server/deliverMessage.server.ts'
import { sendMessageJob, sendOverdueMessagesJob } from '#features/messages/server/sendMessages.server.ts'
import { sendPushJob } from '#features/notifications/agentPush.server.ts'
import { reportOpenHomesJob } from '#features/openHomes/server/reportOpenHomes.server.ts'
import { sendVisitorLinkJob } from '#features/openHomes/server/visitorLinks.server.ts'
import { recordReadingsJob } from '#features/record/server/recordReadings.server.ts'
import { verifyRecordsJob } from '#features/record/server/verifyRecord.server.ts'
import { findDueReportsJob, sendVendorReportJob } from '#features/vendors/server/sendWeeklyEmails.server.ts'
import { moveListingEventsJob, prepareEventMonthsJob } from '#platform/events/eventJobs.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { sweepExpiredJob } from '#platform/jobs/sweepExpired.server.ts'
import { deleteLateEmailsJob } from '#platform/mail/deleteEmailsAbout.server.ts'
import { deliverEmailJob } from '#platform/mail/mailer.server.ts'
import type { Services } from '#platform/services.server.ts'
import { backUpJob } from './backups.server.ts'

/** Every background job of the application. */
const workers = [
  registerWorker(deliverEmailJob),
  registerWorker(deleteLateEmailsJob),
  registerWorker(sweepExpiredJob),
  registerWorker(sendResetLinkJob),
  registerWorker(sendIdentityLinkJob),
  registerWorker(makeExportJob),
  registerWorker(sweepExportsJob),
  registerWorker(eraseDueAccountsJob),
  registerWorker(eraseDueAgenciesJob),
  registerWorker(remindOfSecondFactorJob),
  registerWorker(finishDueRecoveriesJob),
  registerWorker(stopRenewalJob),
  registerWorker(fulfilPaidCheckoutJob),
  registerWorker(syncCustomerJob),
  registerWorker(cancelSubscriptionJob),
  registerWorker(endTrialJob),
  registerWorker(adjustSeatsJob),
  registerWorker(findChangedSeatsJob),
  registerWorker(updateCustomerJob),
  registerWorker(labelFormerCustomerJob),
  registerWorker(releasePayerJob),
  registerWorker(cancelUnconfirmedCheckoutsJob),
  registerWorker(reconcileSubscriptionsJob),
  registerWorker(prepareFileJob),
  registerWorker(removeContentJob),
  registerWorker(removeReaderCopiesJob),
  registerWorker(eraseFilesJob),
  registerWorker(sweepStorageJob),
  registerWorker(eraseOldVersionsJob),
  registerWorker(hashVersionsJob),
  registerWorker(readEmailJob),
  registerWorker(deleteOldEmailsJob),
  registerWorker(drawSharePictureJob),
  registerWorker(drawMissingSharePicturesJob),
  registerWorker(redrawAgencyPicturesJob),
  registerWorker(sweepRepeatableRequestsJob),
  registerWorker(sendDigestJob),
  registerWorker(sendChangeEmailsJob),
  registerWorker(sendMessageJob),
  registerWorker(sendOverdueMessagesJob),
  registerWorker(deliverMessageJob),
  registerWorker(deleteOldReadingsJob),
  registerWorker(updateLeadHeatJob),
  registerWorker(notifyOfHotReadersJob),
  registerWorker(sendMorningEmailsJob),
  registerWorker(sendPushJob),
  registerWorker(sendVisitorLinkJob),
  registerWorker(reportOpenHomesJob),
  registerWorker(remindOfNextActionsJob),
  registerWorker(notifyAgentJob),
  registerWorker(findDueReportsJob),
  registerWorker(sendVendorReportJob),
  registerWorker(recordReadingsJob),
  registerWorker(verifyRecordsJob),
  registerWorker(prepareEventMonthsJob),
  registerWorker(moveListingEventsJob),
  registerWorker(importFeedJob),
  registerWorker(fetchFeedPhotosJob),
  registerWorker(sweepFeedRunsJob),
  registerWorker(backUpJob),
]

export const allJobs = workers.map(({ job }) => job)

export async function startWorkers(services: Services) {
  for (const { begin } of workers) await begin(services)
}

function registerWorker<Data extends object>(job: Job<Data, Services>) {
  return { job, begin: (services: Services) => services.jobs.work(job, services) }
}
