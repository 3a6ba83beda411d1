import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { drawCertificateTask } from '#features/disclosure/media/certificateTasks.ts'
import { readEmailTask } from '#features/emailedDocuments/media/emailTasks.ts'
import { extractFeedPhotosTask, readFeedTask } from '#features/feeds/media/feedTasks.ts'
import { renderDocumentPageTask, stampPdfTask } from '#features/files/media/documentTasks.ts'
import { drawPosterTask, drawQrCodeTask, drawSharePictureTask } from '#features/listings/media/drawingTasks.ts'
import { readBounceTask } from '#features/messages/media/bounceTasks.ts'
import { drawVendorReportTask } from '#features/vendors/media/vendorReportTask.ts'
import type { MediaLimits } from '#platform/media/mediaLimits.server.ts'
import {
  inspectUploadTask,
  makeAgentPhotoTask,
  makeLogoTask,
  preparePdfTask,
  preparePhotoTask,
  readPdfPagesTask,
} from '#platform/media/mediaTasks.ts'
import { implementTask, serveTasks } from '#platform/media/serveMediaTasks.media.ts'

const documents = () => import('#platform/media/pdf.media.ts')

/** Every task of the media process. */
export function startTasks(limits: MediaLimits, watch: Worker) {
  sharp.cache(false)
  serveTasks(
    [
      implementTask(inspectUploadTask, async () => {
        const { inspectFile } = await import('#platform/media/inspectFile.media.ts')
        return ({ path, claim }) => inspectFile(path, claim)
      }),
      implementTask(
        makeAgentPhotoTask,
        async () => (await import('#platform/media/agentPhoto.media.ts')).makeAgentPhoto,
      ),
      implementTask(makeLogoTask, async () => (await import('#platform/media/logo.media.ts')).makeLogo),
      implementTask(preparePhotoTask, async () => {
        const { preparePhotoFiles } = await import('#platform/media/photo.media.ts')
        return ({ path, folder }) => preparePhotoFiles(path, folder)
      }),
      implementTask(preparePdfTask, async () => {
        const { preparePdfFiles } = await documents()
        return ({ path, folder }) => preparePdfFiles(path, folder)
      }),
      implementTask(readPdfPagesTask, async () => {
        const { readPdfPages } = await documents()
        return ({ path, folder }) => readPdfPages(path, folder)
      }),
      implementTask(
        renderDocumentPageTask,
        async () => (await import('#features/files/media/renderDocumentPage.media.ts')).renderDocumentPage,
      ),
      implementTask(stampPdfTask, async () => (await import('#features/files/media/stampPdf.media.ts')).stampPdf),
      implementTask(
        drawSharePictureTask,
        async () => (await import('#features/listings/media/sharePicture.media.ts')).drawSharePictureJpeg,
      ),
      implementTask(
        drawPosterTask,
        async () => (await import('#features/listings/media/poster.media.ts')).drawPosterPdf,
      ),
      implementTask(
        drawQrCodeTask,
        async () => (await import('#features/listings/media/drawQrPng.media.ts')).drawQrPng,
      ),
      implementTask(
        drawCertificateTask,
        async () => (await import('#features/disclosure/media/certificate.media.ts')).drawCertificatePdf,
      ),
      implementTask(
        drawVendorReportTask,
        async () => (await import('#features/vendors/media/vendorReport.media.ts')).drawVendorReportPdf,
      ),
      implementTask(readFeedTask, async () => (await import('#features/feeds/media/readFeed.media.ts')).readFeed),
      implementTask(
        extractFeedPhotosTask,
        async () => (await import('#features/feeds/media/feedArchive.media.ts')).extractFeedPhotos,
      ),
      implementTask(
        readEmailTask,
        async () => (await import('#features/emailedDocuments/media/readEmail.media.ts')).readEmail,
      ),
      implementTask(
        readBounceTask,
        async () => (await import('#features/messages/media/readBounce.media.ts')).readBounce,
      ),
    ],
    limits,
    watch,
  )
}
