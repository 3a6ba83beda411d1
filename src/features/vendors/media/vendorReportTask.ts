import type { MediaTask } from '#platform/media/mediaTasks.ts'
import type { VendorReportView } from './vendorReport.media.ts'

/** The vendor report as an A4 PDF, which a vendor or an agent is waiting for. */
export const drawVendorReportTask: MediaTask<VendorReportView, Uint8Array> = {
  name: 'draw_vendor_report',
  lane: 'interactive',
  timeLimitMs: 30_000,
}
