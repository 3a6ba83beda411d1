import type { Furniture } from '../home.ts'
import { html } from '../html.ts'

const rect = (x: number, y: number, w: number, h: number, r = 0.06, fill = '#fff') =>
  html`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`

type Draw = (w: number, h: number) => string

const pieces: Record<Furniture['what'], Draw> = {
  bed: (w, h) =>
    rect(0, 0, w, h) +
    rect(0.08, 0.08, w / 2 - 0.14, 0.4) +
    rect(w / 2 + 0.06, 0.08, w / 2 - 0.14, 0.4) +
    html`<path d="M0 0.7H${w}"/>`,
  sofa: (w, h) => rect(0, 0, w, h, 0.15) + rect(0.18, 0.25, w - 0.36, h - 0.3, 0.1),
  table: (w, h) => chairs(w, h) + rect(0, 0, w, h, 0.1),
  bench: (w, h) =>
    rect(0, 0, w, h, 0, '#eef1f3') +
    (w > h ? rect(w * 0.3, 0.12, 0.7, h - 0.24, 0.08) : rect(0.12, h * 0.3, w - 0.24, 0.7, 0.08)),
  island: (w, h) => rect(0, 0, w, h, 0, '#eef1f3'),
  bath: (w, h) => rect(0, 0, w, h, 0.05) + rect(0.08, 0.08, w - 0.16, h - 0.16, 0.28),
  toilet: (w, h) =>
    rect(0, 0, w, 0.2, 0.04) +
    html`<ellipse cx="${w / 2}" cy="${0.2 + (h - 0.2) / 2}" rx="${w / 2}" ry="${(h - 0.2) / 2}" fill="#fff"/>`,
  basin: (w, h) =>
    rect(0, 0, w, h, 0.04, '#eef1f3') +
    html`<ellipse cx="${w / 2}" cy="${h / 2}" rx="${w * 0.28}" ry="${h * 0.3}" fill="#fff"/>`,
  shower: (w, h) => rect(0, 0, w, h, 0) + html`<path d="M0 0L${w} ${h}M${w} 0L0 ${h}"/>`,
  car: (w, h) => rect(0, 0, w, h, 0.4) + rect(0.2, h * 0.25, w - 0.4, h * 0.45, 0.25),
  stairs: (w, h) => rect(0, 0, w, h, 0) + treads(w, h),
  fire: (w, h) => rect(0, 0, w, h, 0, '#d9dde1') + rect(w * 0.2, h * 0.2, w * 0.6, h * 0.6, 0, '#8b949c'),
  wardrobe: (w, h) => rect(0, 0, w, h, 0, '#f4f6f7') + html`<path d="M0 0L${w} ${h}" stroke-dasharray="0.1 0.1"/>`,
}

export const furniture = ({ what, size: [w, h] }: Furniture) => pieces[what](w, h)

const chairs: Draw = (w, h) =>
  Array.from({ length: Math.max(2, Math.floor(w / 0.6)) }, (_, index) => 0.1 + index * 0.6)
    .filter((x) => x + 0.4 <= w)
    .map((x) => rect(x, -0.3, 0.4, 0.4) + rect(x, h - 0.1, 0.4, 0.4))
    .join('')

function treads(w: number, h: number) {
  const isWide = w > h
  const count = Math.floor((isWide ? w : h) / 0.26)
  return Array.from({ length: count }, (_, index) => (index + 1) * 0.26)
    .map((at) => (isWide ? html`<path d="M${at} 0V${h}"/>` : html`<path d="M0 ${at}H${w}"/>`))
    .join('')
}
