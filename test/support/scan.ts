import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { pdfOf, pdfStream, writePdf } from './pdf.ts'

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

/** A page in black and white as fax machines and council scanners pack it (CCITT group 4): all black. */
export async function faxPdf() {
  const side = 64
  const tiff = await sharp({ create: { width: side, height: side, channels: 3, background: 'black' } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer()
  const start = tagOf(tiff, 273)
  const packed = tiff.subarray(start, start + tagOf(tiff, 279))
  const isBlackOne = tagOf(tiff, 262) === 0
  const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${side} /Rows ${side} /BlackIs1 ${!isBlackOne} >>`
  return pdfOf({
    content: 'q 595 0 0 842 0 0 cm /I Do Q',
    resources: '/XObject << /I 5 0 R >>',
    objects: [pdfStream(image, packed)],
  })
}

/** A TIFF is a list of numbered facts. */
function tagOf(tiff: Buffer, wanted: number) {
  const directory = tiff.readUInt32LE(4)
  for (let index = 0; index < tiff.readUInt16LE(directory); index++) {
    const at = directory + 2 + index * 12
    if (tiff.readUInt16LE(at) === wanted)
      return tiff.readUInt16LE(at + 2) === 3 ? tiff.readUInt16LE(at + 8) : tiff.readUInt32LE(at + 8)
  }
  throw new Error(`The picture does not say ${wanted}.`)
}
