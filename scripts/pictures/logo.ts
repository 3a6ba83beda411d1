import { logoShape } from '../../src/ui/theme/tokens.ts'

const { size, radius, colour, house, lines, stroke } = logoShape

interface LogoOptions {
  /** Rounded corners. Without them the square is full, for devices that cut out their own shape. */
  corners?: boolean
  /** The size of the house in the square: smaller where the edges may be cut off. */
  scale?: number
}

/** The logo as SVG. */
export function logoSvg({ corners = true, scale = 1 }: LogoOptions = {}) {
  const shift = (size * (1 - scale)) / 2
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" fill="none"><title>Property Files</title>` +
    `<rect width="${size}" height="${size}" ${corners ? `rx="${radius}" ` : ''}fill="${colour}"/>` +
    `<g transform="translate(${shift} ${shift}) scale(${scale})"><path d="${house}" fill="#fff"/>` +
    `<path d="${lines}" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round"/></g></svg>\n`
  )
}
