import sharp, { type Sharp } from 'sharp'
import { MAX_PIXELS, unusableFile } from '#platform/media/mediaError.ts'
import { openPdf } from '#platform/media/pdfium.media.ts'
import { isWasmCrash } from '#platform/media/serveMediaTasks.media.ts'
import { layOutWatermark, watermarkSvg } from './watermark.media.ts'

export interface PageRequest {
  path: string
  isPdf: boolean
  /** Counted from 1. A picture has one. */
  page: number
  width: number
  /** Stands across the page. */
  watermark?: string
}

/** 48 MB while it is drawn. A longer page is drawn narrower. */
const MAX_DRAWN_PIXELS = 12_000_000

export async function renderDocumentPage(request: PageRequest): Promise<Uint8Array> {
  const { picture, width, height } = request.isPdf ? await drawPdfPage(request) : await readPicture(request)
  const { watermark } = request
  const marked = watermark
    ? picture.composite([{ input: watermarkSvg(await layOutWatermark(watermark), width, height) }])
    : picture
  return marked.webp({ quality: 82, effort: 2 }).toBuffer()
}

interface Drawn {
  picture: Sharp
  width: number
  height: number
}

async function drawPdfPage({ path, page: number, width: wanted }: PageRequest): Promise<Drawn> {
  try {
    return await openPdf(path, (pdf) => {
      const page = pdf.state === 'open' ? pdf.readPage(number - 1) : undefined
      if (!page || !(page.width > 0 && page.height > 0)) throw cannotShow()
      const scale = Math.min(wanted / page.width, Math.sqrt(MAX_DRAWN_PIXELS / (page.width * page.height)))
      const width = Math.max(1, Math.round(page.width * scale))
      const height = Math.max(1, Math.round(page.height * scale))
      const raw = { width, height, channels: 4 } as const
      return { picture: sharp(page.draw(width, height), { raw }).removeAlpha(), width, height }
    })
  } catch (error) {
    if (isWasmCrash(error)) throw cannotShow(error)
    throw error
  }
}

async function readPicture({ path, width: wanted }: PageRequest): Promise<Drawn> {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize({ width: wanted, height: wanted * 4, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    return { picture: sharp(data, { raw: { width, height, channels } }), width, height }
  } catch (error) {
    throw cannotShow(error)
  }
}

const cannotShow = (cause?: unknown) => unusableFile('We can’t show this page. Please ask the agent for it.', cause)
