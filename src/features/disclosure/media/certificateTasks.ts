import type { MediaTask } from '#platform/media/mediaTasks.ts'
import type { CertificateView } from './certificate.media.ts'

/** A certificate as PDF, which the agent is waiting for. Not signed yet. */
export const drawCertificateTask: MediaTask<CertificateView, Uint8Array> = {
  name: 'draw_certificate',
  lane: 'interactive',
  timeLimitMs: 60_000,
}
