import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { pdfStream, writePdf } from './pdf.ts'

/** What a scanner makes: each page one picture of about this many bytes, and no word of text. */
export async function scanPdf(pages: number, bytesOfPage: number) {
  const [width, height] = [620, 877]
  // Noise cannot be packed, so its quality sets the size.
  const noise = { raw: { width, height, channels: 1 as const } }
  const dots = randomBytes(width * height)
  const picture = await sharp(dots, noise).jpeg({ quality: 90 }).toBuffer()
  const filler = Buffer.alloc(Math.max(0, bytesOfPage - picture.length))
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`
  const numbers = Array.from({ length: pages }, (_, page) => 3 + page * 3)
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`,
    ...numbers.flatMap((number) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /I ${number + 2} 0 R >> >> /Contents ${number + 1} 0 R >>`,
      pdfStream('', 'q 595 0 0 842 0 0 cm /I Do Q'),
      pdfStream(image, Buffer.concat([picture, filler])),
    ]),
  ])
}
