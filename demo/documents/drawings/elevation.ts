import { type Home, isInside, type Level } from '../home.ts'
import { html } from '../html.ts'
import { boundsOf } from './plan.ts'

export type Side = 'north' | 'east' | 'south' | 'west'

const STOREY = 2.7

interface Opening {
  at: number
  width: number
  isDoor: boolean
}

/** One side of the house from outside, with its windows and doors where the plan has them. */
export function elevation({ levels }: Home, side: Side, roofPitch: number) {
  const bounds = boundsOf({
    name: '',
    doors: [],
    windows: [],
    rooms: levels.flatMap(({ rooms }) => rooms.filter(isInside)),
  })
  const isAcross = side === 'north' || side === 'south'
  const length = isAcross ? bounds.width : bounds.height
  const wall = levels.length * STOREY
  const ridge = isAcross ? roofPitch * 0.9 : roofPitch
  const roof = isAcross
    ? `M-0.6 0L0.4 ${-ridge}H${length - 0.4}L${length + 0.6} 0Z`
    : `M-0.6 0L${length / 2} ${-ridge}L${length + 0.6} 0Z`
  const boards = Array.from({ length: Math.floor(wall / 0.3) }, (_, index) => (index + 1) * 0.3)
  return html`
    <svg role="img" aria-label="The ${side} side" style="width:100%;max-height:62mm" viewBox="-1.2 ${-ridge - 0.4} ${length + 2.4} ${wall + ridge + 1.1}" fill="none" stroke="#444" stroke-width="0.05">
      <rect width="${length}" height="${wall}" fill="#f3f1ea"/>
      <g stroke="#d3cfc2" stroke-width="0.025">${boards.map((y) => html`<path d="M0 ${y}H${length}"/>`)}</g>
      <path d="${roof}" fill="#8b9299"/>
      ${levels.map((level, index) => openings(level, side, bounds).map((opening) => draw(opening, side, length, index * STOREY)))}
      <path d="M-1.2 ${wall}H${length + 1.2}" stroke="#6b7a4a" stroke-width="0.12"/>
    </svg>`
}

function openings(
  { windows, doors }: Level,
  side: Side,
  { left, top, right, bottom }: ReturnType<typeof boundsOf>,
): Opening[] {
  const line = { north: top, south: bottom, west: left, east: right }[side]
  const across = side === 'north' || side === 'south'
  const isOnSide = ({ at, wall }: { at: [number, number]; wall: string }) =>
    across ? wall === 'h' && Math.abs(at[1] - line) < 0.1 : wall === 'v' && Math.abs(at[0] - line) < 0.1
  const along = (at: [number, number]) => (across ? at[0] - left : at[1] - top)
  return [
    ...windows.filter(isOnSide).map(({ at, width }) => ({ at: along(at), width, isDoor: false })),
    ...doors.filter(isOnSide).map(({ at, width = 0.8 }) => ({ at: along(at), width, isDoor: true })),
  ]
}

function draw({ at, width, isDoor }: Opening, side: Side, length: number, top: number) {
  // From outside, what lies to the east is on the left of the north side.
  const x = side === 'north' || side === 'east' ? length - at - width : at
  const [y, height] = isDoor ? [top + 0.5, 2.2] : [top + 0.7, 1.2]
  return html`<g><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#bfd3dc"/><path d="M${x + width / 2} ${y}v${height}"/></g>`
}
