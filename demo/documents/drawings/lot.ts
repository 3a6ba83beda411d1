import type { Home, Point } from '../home.ts'
import { html } from '../html.ts'

/** The corners of the lot in metres, so that its area is the one on the title. */
export function cornersOf({ outline, area }: Home): Point[] {
  const factor = Math.sqrt(area / areaOf(outline))
  return outline.map(([x, y]) => [x * factor, y * factor])
}

export const areaOf = (corners: Point[]) =>
  Math.abs(sidesOf(corners).reduce((sum, { from: [x1, y1], to: [x2, y2] }) => sum + x1 * y2 - x2 * y1, 0)) / 2

interface Side {
  from: Point
  to: Point
  length: number
  /** As surveyors say it: degrees and minutes from north. */
  bearing: string
}

export const sidesOf = (corners: Point[]): Side[] =>
  corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const degrees = ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360
    const minutes = Math.round((degrees % 1) * 60)
    return {
      from,
      to,
      length: Math.hypot(dx, dy),
      bearing: `${Math.floor(degrees)}°${String(minutes).padStart(2, '0')}′`,
    }
  })

export const extentOf = (corners: Point[]) => ({
  width: Math.max(...corners.map(([x]) => x)),
  height: Math.max(...corners.map(([, y]) => y)),
})

export const asPath = (corners: Point[]) => `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`

export const round = (length: number) => Math.round(length * 100) / 100

/** Where the rooms stand on the lot, as one shape without walls. */
export function footprint(home: Home, fill: string, stroke: string) {
  const { width, height } = extentOf(cornersOf(home))
  const { at, turn } = home.house
  const rooms = home.levels[0]?.rooms.filter(({ kind = 'inside' }) => kind === 'inside') ?? []
  const boxes = (grow: number, colour: string) =>
    rooms.map(
      ({ at: [x, y], size: [w, h] }) =>
        html`<rect x="${round(x - grow)}" y="${round(y - grow)}" width="${round(w + 2 * grow)}" height="${round(h + 2 * grow)}" fill="${colour}"/>`,
    )
  const line = width / 160
  return html`<g transform="translate(${round(width * at[0])} ${round(height * at[1])}) rotate(${turn})">${boxes(line, stroke)}${boxes(0.06, fill)}</g>`
}
