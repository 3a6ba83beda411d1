import { html } from '../html.ts'
import { round } from './lot.ts'
import type { Ground, Layer } from './siteMap.ts'

/** Lines of equal height: gentle waves that lie closer together where the ground is steeper. */
export const contours =
  (lowest: number, step: number) =>
  ({ width, height, margin, far, unit }: Ground): Layer => {
    const lines = Array.from({ length: 11 }, (_, index) => {
      const y = height + margin * 0.9 - ((height + 1.8 * margin) * Math.sqrt(index + 0.4)) / 3.3
      const bend = height * 0.06 * (index % 2 ? 1 : -1)
      const path = `M${-far} ${round(y)}C${round(-width * 0.8)} ${round(y + bend)} ${round(width * 1.7)} ${round(y - bend)} ${round(width + far)} ${round(y - height * 0.05)}`
      return html`<path d="${path}" stroke="#b08d57" stroke-width="${unit}"/><text x="${round(-margin + unit * 4)}" y="${round(y - unit * 2)}" font-size="${round(unit * 7)}" fill="#8a6a3a">${lowest + index * step}</text>`
    })
    return {
      under: lines.join(''),
      legend: [
        ['#b08d57', `Contours every ${step} m, heights above mean sea level`],
        ['#c0392b', 'The property'],
      ],
    }
  }

/** One colour for the zone of the lot, another for what lies behind. */
export const zones =
  (own: string, behind: string) =>
  ({ width, height, margin, far }: Ground): Layer => ({
    under: html`
      <rect x="${-far}" y="${-margin}" width="${round(width + 2 * far)}" height="${round(margin)}" fill="#cfe3c8"/>
      <rect x="${-far}" y="0" width="${round(width + 2 * far)}" height="${round(height + margin)}" fill="#f7e7b4"/>`,
    legend: [
      ['#f7e7b4', own],
      ['#cfe3c8', behind],
      ['#c0392b', 'The property'],
    ],
  })

/** A band of ground along one side in which water runs or stands in a large storm. */
export const flooding =
  (words: string) =>
  ({ width, height, margin, far }: Ground): Layer => ({
    under: html`<path fill="#bcd9ee" d="${[
      `M${-far} ${round(-margin * 0.3)}`,
      `C${round(width * 0.3)} ${round(-margin * 0.1)} ${round(width * 0.5)} ${round(height * 0.16)} ${round(width + far)} ${round(height * 0.04)}`,
      `V${round(-margin * 0.7)}`,
      `C${round(width * 0.6)} ${round(-margin * 0.2)} ${round(width * 0.3)} ${round(-margin * 0.6)} ${-far} ${round(-margin * 0.8)}Z`,
    ]}"/>`,
    legend: [
      ['#bcd9ee', words],
      ['#c0392b', 'The property'],
    ],
  })

/** Foul and storm water from the house to the mains, with manholes and inspection points. */
export const drains = ({ width, height, margin, far, unit }: Ground): Layer => {
  const [mainFoul, mainStorm] = [height + margin * 0.4, height + margin * 0.54]
  const point = (x: number, y: number, colour: string) =>
    html`<circle cx="${round(x)}" cy="${round(y)}" r="${round(unit * 3)}" fill="#fff" stroke="${colour}" stroke-width="${unit}"/>`
  const run = (points: [number, number][], colour: string) =>
    html`<polyline points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" stroke="${colour}" stroke-width="${round(unit * 1.8)}" stroke-dasharray="${round(unit * 7)} ${round(unit * 2)}"/>`
  const note = (x: number, y: number, words: string, colour: string) =>
    html`<text x="${round(x)}" y="${round(y)}" font-size="${round(unit * 7)}" fill="${colour}">${words}</text>`
  const [foul, storm] = ['#a0522d', '#1f6fb2']
  const [house, side] = [width * 0.62, width * 0.88]
  return {
    over: html`
      ${run(
        [
          [-far, mainFoul],
          [width + far, mainFoul],
        ],
        foul,
      )}${run(
        [
          [-far, mainStorm],
          [width + far, mainStorm],
        ],
        storm,
      )}
      ${run(
        [
          [house, height * 0.5],
          [side, height * 0.58],
          [side, height * 0.92],
          [side, mainFoul],
        ],
        foul,
      )}
      ${run(
        [
          [width * 0.3, height * 0.56],
          [width * 0.72, height * 0.8],
          [width * 0.72, mainStorm],
        ],
        storm,
      )}
      ${[
        [side, height * 0.58],
        [side, height * 0.92],
        [side, mainFoul],
      ].map(([x = 0, y = 0]) => point(x, y, foul))}
      ${[
        [width * 0.3, height * 0.56],
        [width * 0.72, height * 0.8],
        [width * 0.72, mainStorm],
      ].map(([x = 0, y = 0]) => point(x, y, storm))}
      ${note(side + unit * 5, height * 0.76, 'DN100 earthenware', foul)}${note(side + unit * 5, mainFoul - unit * 5, 'MH 9014', foul)}
      ${note(width * 0.3, height * 0.54, 'downpipe sump', storm)}${note(width * 0.72 + unit * 5, height * 0.86, 'DN100 PVC', storm)}`,
    legend: [
      [foul, 'Foul water, with inspection points and manholes'],
      [storm, 'Stormwater, with sumps'],
      ['#c0392b', 'The property'],
    ],
  }
}

/** Where nothing is piped: tank, field, bore and rainwater of a house in the country. */
export const ownServices = ({ width, height, unit }: Ground): Layer => {
  const spot = (x: number, y: number, w: number, h: number, colour: string, words: string) => html`
    <rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${colour}" fill-opacity=".35" stroke="${colour}" stroke-width="${unit}"/>
    <text x="${round(x)}" y="${round(y - unit * 4)}" font-size="${round(unit * 7)}" fill="${colour}">${words}</text>`
  const foul = '#a0522d'
  return {
    over: html`
      ${spot(width * 0.16, height * 0.62, width * 0.05, height * 0.02, foul, 'treatment tank')}
      ${spot(width * 0.1, height * 0.72, width * 0.3, height * 0.09, foul, 'drip field, 420 m²')}
      ${spot(width * 0.72, height * 0.34, width * 0.02, height * 0.012, '#1f6fb2', 'bore 99231-A')}
      ${spot(width * 0.62, height * 0.66, width * 0.06, height * 0.03, '#1f6fb2', 'rainwater, 2 × 25,000 L')}
      <path d="M${round(width * 0.185)} ${round(height * 0.64)}V${round(height * 0.72)}M${round(width * 0.19)} ${round(height * 0.63)}H${round(width * 0.36)}" stroke="${foul}" stroke-width="${round(unit * 1.6)}" stroke-dasharray="${unit * 5} ${unit * 2}"/>`,
    legend: [
      [foul, 'Wastewater: treated on the property'],
      ['#1f6fb2', 'Water: bore and tanks'],
      ['#c0392b', 'The property'],
    ],
  }
}
