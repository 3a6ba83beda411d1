import type { Home, Point } from '../home.ts'
import { html } from '../html.ts'
import { asPath, cornersOf, extentOf, footprint, round } from './lot.ts'

/** What a map shows beside the lot. All sizes are in metres, with the lot's north-west corner at 0, 0. */
export interface Layer {
  /** Below the boundaries. */
  under?: string
  /** Above the house. */
  over?: string
  legend: [swatch: string, words: string][]
}

export interface Ground {
  width: number
  height: number
  margin: number
  /** Beyond the edge of the paper, whatever its shape. */
  far: number
  /** About half a millimetre on paper. */
  unit: number
}

export function groundOf(home: Home): Ground {
  const { width, height } = extentOf(cornersOf(home))
  const margin = Math.max(width, height) * 0.32
  return { width, height, margin, far: margin * 6, unit: (height + 2 * margin) / 300 }
}

/** The lot among its neighbours with something marked on it: a zone, a hazard, a drain. */
export function siteMap(home: Home, layer: (ground: Ground) => Layer, height = '135mm') {
  const ground = groundOf(home)
  const { under = '', over = '', legend } = layer(ground)
  const corners = cornersOf(home)
  const { unit, margin } = ground
  const view = [-margin, -margin, ground.width + 2 * margin, ground.height + 2 * margin].map(round)
  return html`
    <svg role="img" aria-label="Map of the site" viewBox="${view.join(' ')}" style="width:100%;height:${height};background:#f6f6f2;border:.3mm solid #9aa" font-family="Inter" fill="none">
      ${under}
      ${road(home, ground)}
      ${neighbourLots(corners, ground)}
      <path d="${asPath(corners)}" stroke="#c0392b" stroke-width="${round(unit * 2.2)}"/>
      ${footprint(home, '#e3e0d8', '#555')}
      ${over}
      ${northAndScale(ground)}
    </svg>
    <ul class="legend">${legend.map(([swatch, words]) => html`<li><i style="background:${swatch}"></i>${words}</li>`)}</ul>`
}

function road({ street }: Home, { width, height, margin, far, unit }: Ground) {
  const at = height + margin * 0.25
  return html`
    <rect x="${-far}" y="${round(at)}" width="${round(width + 2 * far)}" height="${round(margin * 0.42)}" fill="#fff" stroke="#b9b9b0" stroke-width="${unit}"/>
    <text x="${round(width / 2)}" y="${round(at + margin * 0.37)}" font-size="${round(unit * 8)}" fill="#777" text-anchor="middle">${street.replace(/^\d+ /, '')}</text>`
}

function neighbourLots(corners: Point[], { width, height, margin, far, unit }: Ground) {
  const shift = (dx: number) => asPath(corners.map(([x, y]) => [x + dx, y]))
  const roof = (x: number, y: number) =>
    html`<rect x="${round(x)}" y="${round(y)}" width="${round(width * 0.36)}" height="${round(height * 0.22)}" fill="#e9e7e0" stroke="#aaa" stroke-width="${round(unit * 0.7)}"/>`
  return html`
    <g stroke="#aaa89c" stroke-width="${unit}"><path d="${shift(-width)}"/><path d="${shift(width)}"/><path d="M${-far} ${round(-unit)}H${round(width + far)}"/></g>
    ${roof(-width * 0.36 - unit * 14, height * 0.4)}${roof(width + unit * 14, height * 0.48)}${roof(width * 0.3, -margin * 0.8)}`
}

function northAndScale({ width, margin, unit }: Ground) {
  const length = [5, 10, 20, 50, 100].find((metres) => metres > unit * 40) ?? 100
  const [x, y] = [width + margin - unit * 16, -margin + unit * 24]
  return html`
    <path d="M${round(x)} ${round(y - unit * 14)}l${unit * 5} ${unit * 16}l${-unit * 5} ${-unit * 3}l${-unit * 5} ${unit * 3}z" fill="#333"/>
    <text x="${round(x)}" y="${round(y + unit * 12)}" font-size="${round(unit * 8)}" text-anchor="middle" fill="#333">N</text>
    <path d="M${round(-margin + unit * 10)} ${round(-margin + unit * 12)}h${length}" stroke="#333" stroke-width="${round(unit * 2)}"/>
    <text x="${round(-margin + unit * 10)}" y="${round(-margin + unit * 22)}" font-size="${round(unit * 7)}" fill="#333">${length} m</text>`
}
