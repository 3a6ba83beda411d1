import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { drawPoster, drawQrCode, drawSharePicture } from '#features/listings/media/drawingTasks.ts'
import { posterPdf } from '#features/listings/media/poster.media.ts'
import { qrPng } from '#features/listings/media/qrPng.media.ts'
import { drawSharePictureJpeg } from '#features/listings/media/sharePicture.media.ts'
import { inspectFile } from '#platform/media/inspectFile.media.ts'
import { implementTask, type MediaLimits, serveTasks } from '#platform/media/mediaProcess.media.ts'
import { inspectUpload, makePortrait, preparePdf, preparePhoto } from '#platform/media/mediaTasks.ts'
import { preparePdfFiles } from '#platform/media/pdf.media.ts'
import { preparePhotoFiles } from '#platform/media/photo.media.ts'
import { makePortraitImage } from '#platform/media/portrait.media.ts'

/** Every task of the media process. */
export function startTasks(limits: MediaLimits, watch: Worker) {
  sharp.cache(false)
  serveTasks(
    [
      implementTask(inspectUpload, ({ path, claim }) => inspectFile(path, claim)),
      implementTask(makePortrait, makePortraitImage),
      implementTask(preparePhoto, ({ path, folder }) => preparePhotoFiles(path, folder)),
      implementTask(preparePdf, ({ path, folder }) => preparePdfFiles(path, folder)),
      implementTask(drawSharePicture, drawSharePictureJpeg),
      implementTask(drawPoster, posterPdf),
      implementTask(drawQrCode, qrPng),
    ],
    limits,
    watch,
  )
}
