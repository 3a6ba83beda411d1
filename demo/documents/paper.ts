import { join } from 'node:path'
import { html } from './html.ts'

export const SAMPLE = 'Sample document for the demonstration of Property Files'

/** The day on which all of them claim to be printed. */
export const PRINTED = '2026-03-16 08:00:00'

export interface Paper {
  /** The name of the file, and what the reader's window says. */
  name: string
  title: string
  /** What stands at the top of every page but the first. */
  header: string
  /** Who wrote it, at the bottom of every page. */
  issuer: string
  style?: string
  body: string
  /** Printed, laid on a scanner a little askew, and nothing but a picture since. */
  isScan?: boolean
}

const FONTS = join(import.meta.dirname, '../../node_modules/@expo-google-fonts/inter')
const weights = { '400Regular': 400, '500Medium': 500, '600SemiBold': 600, '700Bold': 700 }

/** Files of one weight each: a variable font would be drawn stroke by stroke instead of being set. */
const fontFaces = Object.entries(weights).map(
  ([name, weight]) =>
    `@font-face { font-family: Inter; font-weight: ${weight}; src: url("file://${FONTS}/${name}/Inter_${name}.ttf") }`,
)

const base = `
  @page {
    size: A4; margin: 24mm 18mm 22mm;
    @bottom-left { content: "${SAMPLE}"; font: 7.5pt Inter; color: #667; }
    @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 7.5pt Inter; color: #667; }
  }
  @page :first { @top-left { content: none } @top-right { content: none } }
  * { box-sizing: border-box }
  body { margin: 0; font: 9.5pt/1.5 Inter, sans-serif; color: #1d2329; -webkit-print-color-adjust: exact }
  h1 { font-size: 24pt; line-height: 1.15; margin: 0 0 4mm; letter-spacing: -0.01em }
  h2 { font-size: 15pt; line-height: 1.25; margin: 0 0 5mm }
  h3 { font-size: 11pt; margin: 6mm 0 2mm; break-after: avoid }
  p { margin: 0 0 3mm; orphans: 3; widows: 3 }
  ul, ol { margin: 0 0 3mm; padding-left: 5mm } li { margin-bottom: 1mm }
  section { break-before: page }
  table { width: 100%; border-collapse: collapse; margin: 0 0 5mm; font-size: 8.5pt; line-height: 1.4 }
  th, td { text-align: left; vertical-align: top; padding: 1.6mm 2mm; border-bottom: 0.25mm solid #d6dbe0 }
  thead th { border-bottom: 0.4mm solid #59636e; font-weight: 600 }
  tr { break-inside: avoid }
  .facts th { width: 34%; font-weight: 500; color: #4a545e }
  figure { margin: 4mm 0; break-inside: avoid }
  figure img, figure svg { display: block; max-width: 100% }
  figcaption { font-size: 8pt; color: #55606b; margin-top: 1.5mm }
  .right td:last-child, .right th:last-child { text-align: right; font-variant-numeric: tabular-nums }
  .small { font-size: 8pt; color: #55606b }
  .stamp { font: 700 8pt Inter; letter-spacing: .04em; border: 0.3mm solid currentColor; padding: 1mm 2mm; display: inline-block }`

/** A document as a page that the browser can print. */
export const asPage = ({ title, header, issuer, style = '', body }: Paper) => html`<!doctype html>
  <html lang="en-NZ">
    <head>
      <meta charset="utf-8">
      <title>${title}</title>
      <style>
        ${fontFaces}
        ${base}
        @page {
          @top-left { content: "${header}"; font: 7.5pt Inter; color: #667 }
          @top-right { content: "${issuer}"; font: 7.5pt Inter; color: #667 }
        }
        ${style}
      </style>
    </head>
    <body>${body}</body>
  </html>`
