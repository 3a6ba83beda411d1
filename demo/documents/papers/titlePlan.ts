import { asPath, cornersOf, extentOf, round, sidesOf } from '../drawings/lot.ts'
import type { Home, Point } from '../home.ts'
import { html } from '../html.ts'

/** The lot with its neighbours and its street, each side with bearing and length, as on a deposited plan. */
export function titlePlan(home: Home) {
  const corners = cornersOf(home)
  const { width, height } = extentOf(corners)
  const margin = Math.max(width, height) * 0.28
  const unit = (width + 2 * margin) / 170
  const [middleX, middleY] = [width / 2, height / 2]
  return html`
    <svg role="img" aria-label="Plan of the lot" viewBox="${[-margin, -margin * 0.7, width + 2 * margin, height + margin * 1.5].map(round).join(' ')}"
      style="width:100%;height:172mm" font-family="Liberation Sans" fill="none" stroke="#222" stroke-width="${round(unit * 0.25)}">
      ${neighbours(home, corners, unit, margin)}
      <path d="${asPath(corners)}" fill="#f7f4ea" stroke-width="${round(unit * 0.7)}"/>
      ${sidesOf(corners).map((side) => dimension(side, [middleX, middleY], unit))}
      ${corners.map(([x, y]) => html`<circle cx="${round(x)}" cy="${round(y)}" r="${round(unit * 0.9)}" fill="#fff"/>`)}
      ${easement(corners, unit)}
      <g stroke="none" fill="#222" text-anchor="middle">
        <text x="${round(middleX)}" y="${round(middleY)}" font-size="${round(unit * 6)}">${home.title.lot.replace('Lot ', '')}</text>
        <text x="${round(middleX)}" y="${round(middleY + unit * 6)}" font-size="${round(unit * 3.4)}">${areaWords(home.area)}</text>
      </g>
    </svg>`
}

export const areaWords = (area: number) =>
  area >= 10_000 ? `${(area / 10_000).toFixed(4)} hectares` : `${area} m² more or less`

function dimension({ from, to, length, bearing }: ReturnType<typeof sidesOf>[number], middle: Point, unit: number) {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
  let turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI
  if (turn > 90 || turn <= -90) turn += 180
  const away = Math.hypot(x - middle[0], y - middle[1]) || 1
  const [outX, outY] = [(x - middle[0]) / away, (y - middle[1]) / away]
  const at = (distance: number) => [round(x + outX * distance), round(y + outY * distance)].join(' ')
  const text = (distance: number, words: string) =>
    html`<text transform="translate(${at(distance)}) rotate(${round(turn)})" text-anchor="middle" dominant-baseline="middle" font-size="${round(unit * 3)}" stroke="none" fill="#222">${words}</text>`
  return text(unit * 3, bearing) + text(-unit * 3, length.toFixed(2))
}

/** Boundaries that go on, and the street along the first and last corner. */
function neighbours({ street, title }: Home, corners: Point[], unit: number, margin: number) {
  const { width, height } = extentOf(corners)
  const road = height + unit * 5
  const name = street.replace(/^\d+ /, '')
  const lot = Number(title.lot.replace('Lot ', ''))
  const text = (x: number, y: number, size: number, words: string) =>
    html`<text x="${round(x)}" y="${round(y)}" font-size="${round(unit * size)}" text-anchor="middle" stroke="none" fill="#555">${words}</text>`
  return html`
    <path stroke-dasharray="${unit * 2.4} ${unit}" d="M${-margin} ${round(-unit * 2)}H${width + margin}M0 0V${-margin}M${round(width)} 0V${-margin}"/>
    <path d="M${-margin} ${round(road)}H${width + margin}M${-margin} ${round(road + unit * 16)}H${width + margin}"/>
    ${text(width / 2, road + unit * 9.5, 4.6, name.toUpperCase())}
    ${text(-margin / 1.7, height / 2, 4, `Lot ${lot - 1 || 2}`)}${text(width + margin / 1.7, height / 2, 4, `Lot ${lot + 1}`)}
    ${text(width / 2, -margin / 2.6, 4, `Pt Section ${lot + 40}`)}`
}

function easement(corners: Point[], unit: number) {
  const { width, height } = extentOf(corners)
  const [top, bottom] = [height * 0.12, height * 0.92]
  return html`
    <path stroke-dasharray="${unit} ${unit}" d="M${round(width * 0.86)} ${round(top)}L${round(width * 0.84)} ${round(bottom)}M${round(width * 0.93)} ${round(top)}L${round(width * 0.91)} ${round(bottom)}"/>
    <text x="${round(width * 0.885)}" y="${round(height * 0.55)}" font-size="${round(unit * 3.4)}" text-anchor="middle" stroke="none" fill="#222">A</text>`
}
