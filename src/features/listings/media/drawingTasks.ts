import type { MediaTask } from '#platform/media/mediaTasks.ts'
import type { Poster } from './poster.media.ts'
import type { SharePicture } from './sharePicture.media.ts'

/** The picture beside a shared link, as JPEG. Chinese and Korean titles take seconds: their fonts are unpacked for each picture. */
export const drawSharePictureTask: MediaTask<SharePicture, Uint8Array> = {
  name: 'draw_share_picture',
  lane: 'background',
  timeLimitMs: 30_000,
}

/** An A4 page as PDF, which the agent is waiting for. */
export const drawPosterTask: MediaTask<Poster, Uint8Array> = {
  name: 'draw_poster',
  lane: 'interactive',
  timeLimitMs: 30_000,
}

/** The QR code of a URL as PNG. */
export const drawQrCodeTask: MediaTask<string, Uint8Array> = {
  name: 'draw_qr_code',
  lane: 'interactive',
  timeLimitMs: 10_000,
}
