import { html } from '../html.ts'

const frame = (label: string, view: string, content: string) =>
  html`<svg role="img" aria-label="${label}" viewBox="${view}" style="width:100%;max-height:70mm" font-family="Inter" fill="none" stroke="#444" stroke-width="0.8">${content}</svg>`

const note = (x: number, y: number, words: string) =>
  html`<text x="${x}" y="${y}" font-size="5.4" fill="#333" stroke="none">${words}</text>`

/** Ground, piles, bearers and joists, as they were found under the house. */
export const subfloor = frame(
  'Cross-section of the subfloor',
  '0 0 300 110',
  html`
    <path d="M0 92C60 88 120 96 180 90S270 88 300 92V110H0Z" fill="#d9c9a8" stroke="#a08a5a"/>
    ${[30, 90, 150, 210, 270].map((x) => html`<rect x="${x - 7}" y="50" width="14" height="52" fill="#cfd3d6"/><rect x="${x - 10}" y="40" width="20" height="10" fill="#c49a6c"/>`)}
    <rect x="6" y="28" width="288" height="12" fill="#e2c49c"/>
    ${Array.from({ length: 17 }, (_, index) => html`<rect x="${12 + index * 17}" y="16" width="5" height="12" fill="#d8b27f"/>`)}
    <path d="M6 14H294" stroke-width="3"/><path d="M12 29q4 -8 8 0t8 0t8 0t8 0t8 0t8 0t8 0" stroke="#d3749a"/>
    ${note(100, 11, 'particle board floor, 20 mm')}${note(160, 47, 'bearers 100 × 75')}${note(228, 74, 'concrete piles')}${note(40, 106, 'ground, dry; vapour barrier laid')}${note(38, 47, 'insulation between joists')}`,
)

/** Rafters, purlins, underlay and insulation. */
export const roofSpace = frame(
  'Cross-section of the roof',
  '0 0 300 130',
  html`
    <path d="M10 104L150 16L290 104Z" fill="#faf8f2"/><path d="M4 108L150 14L296 108" stroke="#5d6871" stroke-width="4"/>
    <path d="M10 104H290" stroke="#c49a6c" stroke-width="5"/>
    <path d="M80 104V60M150 104V18M220 104V60M80 60L150 104L220 60" stroke="#c49a6c" stroke-width="3"/>
    ${Array.from({ length: 17 }, (_, index) => html`<path d="M${16 + index * 16} 100q4 -9 8 0t8 0" stroke="#d3749a"/>`)}
    ${note(180, 30, 'long-run steel on purlins, underlay')}${note(96, 84, 'trusses, dry')}${note(60, 120, 'ceiling insulation 180 mm, even')}`,
)

/** What the infrared camera saw: warm wall, cooler edges. */
export const thermal = (label: string, cold: string) => html`
  <svg role="img" aria-label="${label}" viewBox="0 0 160 110" style="width:80mm">
    <defs>
      <linearGradient id="scale" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff3b0"/><stop offset=".35" stop-color="#f08a24"/><stop offset=".7" stop-color="#7b2a6b"/><stop offset="1" stop-color="#1a1147"/></linearGradient>
      <radialGradient id="${cold}"><stop offset="0" stop-color="#3a1a63"/><stop offset="1" stop-color="#e0772a" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="142" height="110" fill="#e58a35"/><rect x="88" y="18" width="42" height="52" fill="#8c3470"/><path d="M109 18v52M88 44h42" stroke="#c65f3d" stroke-width="2"/>
    <ellipse cx="${cold.length * 5}" cy="98" rx="64" ry="26" fill="url(#${cold})"/><path d="M0 6H142" stroke="#c2602f" stroke-width="5"/>
    <rect x="146" width="8" height="110" fill="url(#scale)"/>
    <text x="4" y="13" font-size="7" font-family="Liberation Mono" fill="#fff">+ 18.4 °C</text>
  </svg>`
