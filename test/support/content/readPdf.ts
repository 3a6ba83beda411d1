import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

/** A PDF as a reader sees it: each page with its size in points, its text and its image. */
export async function readPdf(bytes: Uint8Array) {
  const library = await PDFiumLibrary.init()
  try {
    const pdf = await library.loadDocument(bytes)
    return await Promise.all(
      [...pdf.pages()].map(async (page) => {
        const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
        // Rendering closes the page.
        const text = page.getText()
        const bitmap = await page.render({ scale: 2, render: 'bitmap' })
        const raw = { width: bitmap.width, height: bitmap.height, channels: 4 } as const
        return { width, height, text, picture: await sharp(bitmap.data, { raw }).png().toBuffer() }
      }),
    )
  } finally {
    library.destroy()
  }
}
