import type { Door, Furniture, Level, Point, Room, Window } from '../home.ts'
import { isInside } from '../home.ts'
import { html } from '../html.ts'
import { furniture } from './furniture.ts'

const OUTER = 0.14
const INNER = 0.05
const INK = '#20262c'
const FLOORS = { inside: '#fff', outside: '#f1ece2', water: '#cfe6ee' }

const box = ([x, y]: Point, [w, h]: Point, grow: number, fill: string) =>
  html`<rect x="${x - grow}" y="${y - grow}" width="${w + 2 * grow}" height="${h + 2 * grow}" fill="${fill}"/>`

/** Rooms in black, a little too large, with white ones on top: what is left of the black are the walls. */
export function drawLevel({ rooms, doors, windows }: Level, letters = 0.34) {
  const inside = rooms.filter(isInside)
  return html`
    <g font-family="Inter" fill="none">
      ${rooms.filter((room) => !isInside(room)).map(outdoors)}
      ${inside.map(({ at, size }) => box(at, size, OUTER, INK))}
      ${inside.map(({ at, size }) => box(at, size, -INNER, FLOORS.inside))}
      ${rooms.map((room) => room.furniture?.map((piece) => place(room, piece)))}
      ${windows.map(drawWindow)}${doors.map(drawDoor)}
      ${rooms.map((room) => label(room, letters))}
    </g>`
}

const outdoors = ({ at, size, kind = 'inside' }: Room) => html`
  ${box(at, size, 0, FLOORS[kind])}
  <rect x="${at[0]}" y="${at[1]}" width="${size[0]}" height="${size[1]}" stroke="#8d8577" stroke-width="0.04" stroke-dasharray="0.25 0.12"/>`

const place = ({ at }: Room, piece: Furniture) =>
  html`<g transform="translate(${at[0] + piece.at[0]} ${at[1] + piece.at[1]})" stroke="#9aa3ab" stroke-width="0.035">${furniture(piece)}</g>`

/** Drawn as if in a wall that runs across, and turned for one that runs down. */
const inWall = ([x, y]: Point, wall: 'h' | 'v', content: string) =>
  html`<g transform="translate(${x} ${y})${wall === 'v' ? ' rotate(90) scale(1 -1)' : ''}">${content}</g>`

const drawWindow = ({ at, wall, width }: Window) =>
  inWall(
    at,
    wall,
    html`<rect y="-0.14" width="${width}" height="0.28" fill="#fff" stroke="${INK}" stroke-width="0.03"/>
      <path d="M0 0H${width}" stroke="${INK}" stroke-width="0.03"/>`,
  )

function drawDoor({ at, wall, width = 0.8, kind = 'swing', opens = 'near' }: Door) {
  const gap = html`<rect y="-0.16" width="${width}" height="0.32" fill="#fff"/>`
  const side = opens === 'near' ? 1 : -1
  const leaves = {
    swing: html`<path d="M0 0V${side * width}A${width} ${width} 0 0 ${side > 0 ? 0 : 1} ${width} 0" stroke="#6c757d" stroke-width="0.035"/>`,
    slide: html`<path d="M0 -0.05H${width * 0.55}M${width * 0.45} 0.05H${width}" stroke="${INK}" stroke-width="0.05"/>`,
    open: html`<path d="M0 0H${width}" stroke="#b6bcc2" stroke-width="0.03" stroke-dasharray="0.12 0.1"/>`,
    garage: html`<path d="M0 0H${width}" stroke="${INK}" stroke-width="0.06" stroke-dasharray="0.3 0.12"/>`,
  }
  return inWall(at, wall, gap + leaves[kind])
}

/** On a white patch, to be read over furniture. */
function label({ name, at: [x, y], size: [w, h], kind = 'inside' }: Room, letters: number) {
  const size = Math.min(letters, (w * 1.7) / Math.max(name.length, 6))
  const hasSpace = h > size * 6 && w > size * 6
  const middle = `x="${x + w / 2}" text-anchor="middle"`
  const patch: Point = [name.length * size * 0.62, size * (hasSpace ? 2.6 : 1.3)]
  return html`
    ${box([x + w / 2 - patch[0] / 2, y + h / 2 - size], patch, 0, FLOORS[kind])}
    <text ${middle} y="${y + h / 2}" font-size="${size}" font-weight="600" fill="${INK}">${name}</text>
    ${hasSpace ? html`<text ${middle} y="${y + h / 2 + size * 1.3}" font-size="${size * 0.78}" fill="#5b656e">${w.toFixed(1)} × ${h.toFixed(1)}</text>` : ''}`
}

/** The corners of everything on a floor. */
export function boundsOf({ rooms }: Level) {
  const right = Math.max(...rooms.map(({ at, size }) => at[0] + size[0]))
  const bottom = Math.max(...rooms.map(({ at, size }) => at[1] + size[1]))
  const left = Math.min(...rooms.map(({ at }) => at[0]))
  const top = Math.min(...rooms.map(({ at }) => at[1]))
  return { left, top, right, bottom, width: right - left, height: bottom - top }
}
