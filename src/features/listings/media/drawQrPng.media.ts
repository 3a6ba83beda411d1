import sharp from 'sharp'
import { QR_CODE_PIXELS, qrSquares } from '#ui/display/qrCode.ts'

/** Every square has the same number of pixels, and the remainder goes to the frame. */
export async function drawQrPng(url: string) {
  const squares = qrSquares(url)
  const size = squares.length
  const scale = Math.floor(QR_CODE_PIXELS / size)
  const left = QR_CODE_PIXELS - size * scale
  const before = Math.floor(left / 2)
  const after = left - before
  const grey = Buffer.from(squares.flat().map((isDark) => (isDark ? 0 : 255)))
  return sharp(grey, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * scale, kernel: 'nearest' })
    .extend({ top: before, left: before, bottom: after, right: after, background: '#fff' })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
