import { encode } from 'uqr'

/** The white frame that scanners need, in modules. */
const QUIET_ZONE_MODULES = 4

/** The side of a QR code as a picture: for screens and flyers. A sign-writer takes the SVG. */
export const QR_CODE_PIXELS = 1024

/** The dark and light squares of a QR code, frame included, with as much error correction as its size holds. */
export const qrSquares = (url: string) => encode(url, { ecc: 'M', boostEcc: true, border: QUIET_ZONE_MODULES }).data

/** The dark squares as one outline, a unit each: neighbours in a row are one piece, so no hairlines show between them. */
export const qrPath = (squares: boolean[][]) =>
  squares.flatMap((row, y) => darkStretches(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`)).join('')

function darkStretches(row: boolean[]) {
  const found: { x: number; width: number }[] = []
  row.forEach((isDark, x) => {
    const last = found.at(-1)
    if (isDark && last && last.x + last.width === x) last.width += 1
    else if (isDark) found.push({ x, width: 1 })
  })
  return found
}

/** The QR code of a URL as SVG. */
export function qrSvg(url: string) {
  const squares = qrSquares(url)
  const size = squares.length
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${QR_CODE_PIXELS}" height="${QR_CODE_PIXELS}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrPath(squares)}"/></svg>`
  )
}
