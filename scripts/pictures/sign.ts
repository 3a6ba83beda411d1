import { logoShape } from '../../src/ui/theme/tokens.ts'

const { size, radius, colour, house, lines, stroke } = logoShape

interface SignLook {
  /** Without them the square is full to its edges, for devices that cut their own shape out of it. */
  corners?: boolean
  /** How much of the square the house takes: less where the edges may be cut off. */
  scale?: number
}

/** Our sign as a drawing of its own. */
export function sign({ corners = true, scale = 1 }: SignLook = {}) {
  const shift = (size * (1 - scale)) / 2
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" fill="none"><title>Property Files</title>` +
    `<rect width="${size}" height="${size}" ${corners ? `rx="${radius}" ` : ''}fill="${colour}"/>` +
    `<g transform="translate(${shift} ${shift}) scale(${scale})"><path d="${house}" fill="#fff"/>` +
    `<path d="${lines}" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round"/></g></svg>\n`
  )
}
