import { boundsOf, drawLevel } from '../drawings/plan.ts'
import { addressOf, floorArea, type Home, type Level } from '../home.ts'
import { html } from '../html.ts'
import type { Paper } from '../paper.ts'

const SHEET = { width: 267, height: 138 }

/** Drawn to scale on A4 across, one sheet for each floor. */
export function floorPlan(home: Home): Paper {
  const scale = Math.max(...home.levels.map(scaleOf))
  return {
    name: 'Floor plan',
    title: `Floor plan – ${addressOf(home)}`,
    header: '',
    issuer: '',
    style: `
      @page { size: A4 landscape; margin: 12mm 15mm 14mm }
      h1 { font-size: 17pt; margin: 0 }
      .sheet { height: 174mm; display: flex; flex-direction: column; break-after: page }
      .sheet:last-child { break-after: auto }
      .drawing { flex: 1; display: grid; place-items: center }
      .block { display: grid; grid-template-columns: 2.2fr 1fr 1fr 1fr 1fr; border: 0.3mm solid #20262c; font-size: 8pt }
      .block div { padding: 1.6mm 2.5mm; border-left: 0.3mm solid #20262c } .block div:first-child { border: 0 }
      .block b { display: block; font-size: 9pt }`,
    body: home.levels.map((level, index) => sheet(home, level, index, scale)).join(''),
  }
}

/** Metres of the house on a metre of paper, as drawing offices use them. */
function scaleOf(level: Level) {
  const { width, height } = boundsOf(level)
  const needed = Math.max(width / SHEET.width, height / SHEET.height) * 1000
  return [75, 100, 125, 150, 200, 250].find((scale) => scale >= needed * 1.06) ?? 300
}

function sheet(home: Home, level: Level, index: number, scale: number) {
  const { left, top, width, height } = boundsOf(level)
  const [w, h] = [width + 1, height + 1].map((metres) => (metres * 1000) / scale)
  return html`
    <div class="sheet">
      <h1>${level.name}</h1>
      <div class="drawing">
        <svg role="img" aria-label="${level.name}, drawn to scale" width="${w}mm" height="${h}mm" viewBox="${left - 0.5} ${top - 0.5} ${width + 1} ${height + 1}">
          ${drawLevel(level, scale / 330)}
        </svg>
      </div>
      <div style="display:flex;justify-content:space-between;align-items:end;margin-bottom:2mm">${scaleBar(scale)}${north}</div>
      <div class="block">
        <div>${addressOf(home)}<b>${home.title.lot} ${home.title.plan}</b></div>
        <div>Floor area, all floors<b>about ${floorArea(home)} m²</b></div>
        <div>Scale on A4<b>1 : ${scale}</b></div>
        <div>Drawn by<b>Plumbline Drawing Studio</b></div>
        <div>Sheet ${index + 1} of ${home.levels.length}<b>Issue B · February 2026</b></div>
      </div>
      <p class="small" style="margin:2mm 0 0">Measured to the inside of walls, ± 50 mm. Furniture is shown for size only. Not for construction.</p>
    </div>`
}

function scaleBar(scale: number) {
  const metre = 1000 / scale
  const piece = (at: number) =>
    html`<rect x="${at * metre}" width="${metre}" height="2" fill="${at % 2 ? '#fff' : '#20262c'}" stroke="#20262c" stroke-width="0.2"/>`
  return html`
    <svg width="${5 * metre + 12}mm" height="7mm" viewBox="0 0 ${5 * metre + 12} 7">
      ${[0, 1, 2, 3, 4].map(piece)}
      <text y="6" font-size="3">0</text><text x="${5 * metre - 2}" y="6" font-size="3">5 m</text>
    </svg>`
}

const north = html`
  <svg width="11mm" height="14mm" viewBox="-6 -8 12 16" role="img" aria-label="North is up">
    <path d="M0 -5L3 5L0 3L-3 5Z" fill="#20262c"/><text y="-5.6" font-size="3.4" text-anchor="middle" font-weight="600">N</text>
  </svg>`
