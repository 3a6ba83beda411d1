import { encode } from 'uqr'

/** The white frame that scanners need, in modules. */
const QUIET = 4

/** The dark and light squares of a QR code, frame included, with as much error correction as its size holds. */
export const qrSquares = (url: string) => encode(url, { ecc: 'M', boostEcc: true, border: QUIET }).data

/** The dark squares as one outline, a unit each: neighbours in a row are one piece, so no hairlines show between them. */
export const qrPath = (squares: boolean[][]) =>
  squares.flatMap((row, y) => stretches(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`)).join('')

function stretches(row: boolean[]) {
  const found: { x: number; width: number }[] = []
  row.forEach((isDark, x) => {
    const last = found.at(-1)
    if (isDark && last && last.x + last.width === x) last.width += 1
    else if (isDark) found.push({ x, width: 1 })
  })
  return found
}
