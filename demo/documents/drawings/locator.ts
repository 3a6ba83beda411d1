import { isInside, type Level, type Point } from '../home.ts'
import { html } from '../html.ts'
import { boundsOf, drawLevel } from './plan.ts'

export interface Reading {
  at: Point
  words: string
  colour: string
}

/** A small plan of a floor with one room marked, or with what was measured. */
export function locator(
  level: Level,
  { room, readings = [], width = 82 }: { room?: string; readings?: Reading[]; width?: number },
) {
  const bounds = boundsOf({ ...level, rooms: level.rooms.filter(isInside) })
  const marked = level.rooms.find(({ name }) => name === room)
  const size = Math.max(bounds.width, bounds.height) / 58
  return html`
    <svg role="img" aria-label="${room ?? 'Readings'} on the plan" preserveAspectRatio="xMinYMin" style="width:${width}mm;max-height:96mm" viewBox="${bounds.left - 0.5} ${bounds.top - 0.5} ${bounds.width + 1} ${bounds.height + 1}">
      ${drawLevel(level, size)}
      ${
        marked &&
        html`<rect x="${marked.at[0]}" y="${marked.at[1]}" width="${marked.size[0]}" height="${marked.size[1]}" fill="#d9822b" fill-opacity=".22" stroke="#d9822b" stroke-width="${size / 4}"/>`
      }
      ${readings.map(
        ({ at: [x, y], words, colour }) => html`
          <circle cx="${x}" cy="${y}" r="${size * 1.25}" fill="${colour}"/>
          <text x="${x}" y="${y + size * 0.36}" font-family="Inter" font-size="${size}" font-weight="600" fill="#fff" text-anchor="middle">${words}</text>`,
      )}
    </svg>`
}

/** In every room within walls, away from its name. */
export const spotsOn = ({ rooms }: Level) =>
  rooms
    .filter(isInside)
    .map(({ name, at: [x, y], size: [w, h] }) => ({ name, at: [x + w * 0.5, y + h * 0.24] as Point }))
