import { closeSync, openSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unusableFile } from '#platform/media/mediaError.ts'
import { stampEveryPage } from '#platform/media/pdfium.media.ts'
import { isWasmCrash } from '#platform/media/serveMediaTasks.media.ts'
import { createPageOverlayUpdate, SMALL_PDF_CENTRE, UnusualPdfError, writeSmallPdf } from './pdfUpdate.media.ts'
import { layOutWatermark, type PageGeometry, watermarkForms, watermarkMatrix } from './watermark.media.ts'

export interface StampRequest {
  path: string
  folder: string
  watermark: string
}

export interface StampedPdf {
  file: string
  /** What is in the file: bytes to append to the original, or the whole stamped document. */
  isWhole: boolean
}

/**
 * Most documents get an update at their end, as the format allows: nothing of a scan of 300 MB is read but its table of contents. PDFium
 * rewrites the others, such as encrypted and damaged ones.
 */
export async function stampPdf({ path, folder, watermark }: StampRequest): Promise<StampedPdf> {
  const forms = watermarkForms(await layOutWatermark(watermark))
  const input = openSync(path, 'r')
  try {
    const update = createPageOverlayUpdate(input, forms, watermarkMatrix)
    await writeFile(join(folder, 'update'), update)
    return { file: 'update', isWhole: false }
  } catch (error) {
    if (!(error instanceof UnusualPdfError) && !(error instanceof RangeError)) throw error
  } finally {
    closeSync(input)
  }
  await stampWhole(path, join(folder, 'whole'), forms)
  return { file: 'whole', isWhole: true }
}

async function stampWhole(path: string, target: string, forms: ReturnType<typeof watermarkForms>) {
  // Written as it comes: a stream would keep all of it in memory, and open the file after a failed task has deleted its folder.
  const output = openSync(target, 'w')
  try {
    await stampEveryPage(path, writeSmallPdf(forms), fromMiddle, (chunk) => writeFileSync(output, chunk))
  } catch (error) {
    if (isWasmCrash(error)) throw cannotStamp(error)
    throw error
  } finally {
    closeSync(output)
  }
}

/** The matrix for a drawing whose middle is not at the origin. */
function fromMiddle(page: PageGeometry) {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = watermarkMatrix(page)
  return [a, b, c, d, e - SMALL_PDF_CENTRE * (a + c), f - SMALL_PDF_CENTRE * (b + d)]
}

const cannotStamp = (cause: unknown) =>
  unusableFile('We can’t prepare your copy of this document. Please ask the agent for it.', cause)
