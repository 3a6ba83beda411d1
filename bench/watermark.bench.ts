import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stampPdf } from '../src/features/files/media/stampPdf.media.ts'
import { bookPdf, scanPdf } from '../test/fixtures/content/pdf.ts'
import { temporaryFolder } from '../test/support/temporaryFolder.ts'
import { report } from './support/report.ts'

/** How long a reader waits for their copy of a PDF, and what a scan of 300 MB costs in memory. */
const watermark = 'Kiri Tāne · kiri@example.nz · 17 Nov 2026, 7:20 pm'
const SCAN_PAGES = 100
const SCAN_PAGE_BYTES = 3_000_000

const folder = await temporaryFolder()
try {
  const book = join(folder, 'book.pdf')
  await writeFile(book, bookPdf(Array.from({ length: 100 }, (_, page) => [`Page ${page + 1}`, 'Weathertight'])))
  const scan = join(folder, 'scan.pdf')
  const target = await open(scan, 'w')
  await target.writeFile(await scanPdf(SCAN_PAGES, SCAN_PAGE_BYTES))
  await target.close()

  const started = performance.now()
  await stampPdf({ path: book, folder, watermark })
  const stampSeconds100Pages = (performance.now() - started) / 1000

  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 1)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  peak = before
  await stampPdf({ path: scan, folder, watermark })
  peak = Math.max(peak, process.memoryUsage.rss())
  clearInterval(timer)

  report('watermark', {
    stampSeconds100Pages: Number(stampSeconds100Pages.toFixed(2)),
    peakMemoryMb300MbScan: Math.round((peak - before) / 1e6),
    budgets: { stampSeconds100Pages: 2, peakMemoryMb300MbScan: 60 },
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
