import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { drawCertificatePdf } from '#features/disclosure/media/certificate.media.ts'
import { drawCertificateTask } from '#features/disclosure/media/certificateTasks.ts'
import { readEmailTask } from '#features/emailedDocuments/media/emailTasks.ts'
import { readEmail } from '#features/emailedDocuments/media/readEmail.media.ts'
import { extractFeedPhotos } from '#features/feeds/media/feedArchive.media.ts'
import { extractFeedPhotosTask, readFeedTask } from '#features/feeds/media/feedTasks.ts'
import { readFeed } from '#features/feeds/media/readFeed.media.ts'
import { renderDocumentPageTask, stampPdfTask } from '#features/files/media/documentTasks.ts'
import { renderDocumentPage } from '#features/files/media/renderDocumentPage.media.ts'
import { stampPdf } from '#features/files/media/stampPdf.media.ts'
import { drawPosterTask, drawQrCodeTask, drawSharePictureTask } from '#features/listings/media/drawingTasks.ts'
import { drawQrPng } from '#features/listings/media/drawQrPng.media.ts'
import { drawPosterPdf } from '#features/listings/media/poster.media.ts'
import { drawSharePictureJpeg } from '#features/listings/media/sharePicture.media.ts'
import { makeAgentPhoto } from '#platform/media/agentPhoto.media.ts'
import { inspectFile } from '#platform/media/inspectFile.media.ts'
import { makeLogo } from '#platform/media/logo.media.ts'
import {
  inspectUploadTask,
  makeAgentPhotoTask,
  makeLogoTask,
  preparePdfTask,
  preparePhotoTask,
  readPdfPagesTask,
} from '#platform/media/mediaTasks.ts'
import { preparePdfFiles, readPdfPages } from '#platform/media/pdf.media.ts'
import { preparePhotoFiles } from '#platform/media/photo.media.ts'
import { implementTask, type MediaLimits, serveTasks } from '#platform/media/serveMediaTasks.media.ts'

/** Every task of the media process. */
export function startTasks(limits: MediaLimits, watch: Worker) {
  sharp.cache(false)
  serveTasks(
    [
      implementTask(inspectUploadTask, ({ path, claim }) => inspectFile(path, claim)),
      implementTask(makeAgentPhotoTask, makeAgentPhoto),
      implementTask(makeLogoTask, makeLogo),
      implementTask(preparePhotoTask, ({ path, folder }) => preparePhotoFiles(path, folder)),
      implementTask(preparePdfTask, ({ path, folder }) => preparePdfFiles(path, folder)),
      implementTask(readPdfPagesTask, ({ path, folder }) => readPdfPages(path, folder)),
      implementTask(renderDocumentPageTask, renderDocumentPage),
      implementTask(stampPdfTask, stampPdf),
      implementTask(drawSharePictureTask, drawSharePictureJpeg),
      implementTask(drawPosterTask, drawPosterPdf),
      implementTask(drawQrCodeTask, drawQrPng),
      implementTask(drawCertificateTask, drawCertificatePdf),
      implementTask(readFeedTask, readFeed),
      implementTask(extractFeedPhotosTask, extractFeedPhotos),
      implementTask(readEmailTask, readEmail),
    ],
    limits,
    watch,
  )
}
