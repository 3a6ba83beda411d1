import type { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { drawPoster, drawQrCode, drawSharePicture } from '#features/listings/share/drawingTasks.ts'
import { sharePicture } from '#features/listings/share/picture/sharePicture.media.ts'
import { posterPdf } from '#features/listings/share/poster.media.ts'
import { qrPng } from '#features/listings/share/qrPng.media.ts'
import { processImage } from '#platform/media/image.media.ts'
import { inspect } from '#platform/media/inspect.media.ts'
import { inspectUpload, makePortrait, preparePdf, preparePhoto } from '#platform/media/mediaTasks.ts'
import { processPdf } from '#platform/media/pdf.media.ts'
import { portrait } from '#platform/media/portrait.media.ts'
import { implement, type MediaLimits, serveTasks } from '#platform/media/serveTasks.media.ts'

/** Everything that the media process can do. */
export function startTasks(limits: MediaLimits, watch: Worker) {
  sharp.cache(false)
  serveTasks(
    [
      implement(inspectUpload, ({ path, claim }) => inspect(path, claim)),
      implement(makePortrait, portrait),
      implement(preparePhoto, ({ path, folder }) => processImage(path, folder)),
      implement(preparePdf, ({ path, folder }) => processPdf(path, folder)),
      implement(drawSharePicture, sharePicture),
      implement(drawPoster, posterPdf),
      implement(drawQrCode, qrPng),
    ],
    limits,
    watch,
  )
}
