import { qrPath, qrSquares } from './qrCode.ts'

/** For screens and flyers; a sign-writer takes the SVG. */
const PIXELS = 1024

/** The QR code that leads to a listing. */
export async function listingQr(url: string) {
  const squares = qrSquares(url)
  return { svg: svg(squares), png: await png(squares) }
}

function svg(squares: boolean[][]) {
  const size = squares.length
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${PIXELS}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrPath(squares)}"/></svg>`
  )
}

/** Every square has the same number of pixels, and what is left over goes to the frame. */
async function png(squares: boolean[][]) {
  const size = squares.length
  const scale = Math.floor(PIXELS / size)
  const left = PIXELS - size * scale
  const before = Math.floor(left / 2)
  const after = left - before
  const grey = Buffer.from(squares.flat().map((isDark) => (isDark ? 0 : 255)))
  // Loaded when first needed: it brings a library of its own into memory.
  const { default: sharp } = await import('sharp')
  return sharp(grey, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * scale, kernel: 'nearest' })
    .extend({ top: before, left: before, bottom: after, right: after, background: '#fff' })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
