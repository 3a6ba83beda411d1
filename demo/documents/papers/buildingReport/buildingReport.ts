import { addressOf, type Home } from '../../home.ts'
import { html } from '../../html.ts'
import type { Paper } from '../../paper.ts'
import type { Photo } from '../../photos.ts'
import { areaPart, type ReportPart, roomParts } from './areas.ts'
import { backParts } from './backMatter.ts'
import { cover, frontParts } from './frontMatter.ts'
import { measurementParts } from './measurements.ts'
import type { ReportFacts } from './reportFacts.ts'

/** What an inspector saw in every part of a house, a page for each. */
export function buildingReport(home: Home, report: ReportFacts, photos: Photo[]): Paper {
  const found = [
    ...report.outside.map(areaPart(home, report, photos)),
    ...roomParts(home, report, photos),
    ...report.services.map(areaPart(home, report, photos)),
  ]
  const items = found.flatMap((part) => part.items ?? [])
  const parts = [
    ...frontParts(home, report, items),
    ...found,
    ...measurementParts(home, report),
    ...backParts(home, report, photos),
  ]
  return {
    name: 'Building report',
    title: `Building report ${report.reference} – ${addressOf(home)}`,
    header: `${report.reference} · ${home.street}`,
    issuer: 'Truepeg Building Inspections',
    style,
    body: html`
      ${cover(home, report, photos)}
      <section><h2>Contents</h2><ol class="contents">${parts.map(({ heading }) => html`<li>${heading}</li>`)}</ol></section>
      ${parts.map(({ heading, content }: ReportPart, index) => html`<section><h2><span>${index + 1}</span>${heading}</h2>${content}</section>`)}`,
  }
}

const style = `
  @page :first { margin: 18mm 20mm; @bottom-left { content: none } @bottom-right { content: none } }
  .cover { height: 258mm; display: flex; flex-direction: column } .cover h1 { font-size: 34pt; margin: 16mm 0 2mm }
  .brand { font-weight: 700; font-size: 12pt; color: #b4541a; border-left: 3mm solid #b4541a; padding-left: 3mm }
  .lead { font-size: 13pt; color: #44505a } .coverPhoto { flex: 1; margin: 4mm 0 8mm; overflow: hidden; background: #eef0f1 }
  .coverPhoto img { width: 100%; height: 100%; object-fit: cover }
  table { font-size: 9.5pt } th, td { padding: 2.3mm 2mm }
  .tight td { padding: 1.3mm 2mm }
  h2 span { display: inline-block; background: #b4541a; color: #fff; font-size: 10pt; padding: .8mm 2.2mm; margin-right: 3mm; border-radius: 1mm; vertical-align: 1mm }
  .contents { columns: 2; font-size: 8.5pt; line-height: 1.5 } .contents li { break-inside: avoid }
  .conditions td:nth-child(1) { width: 21%; font-weight: 500 } .conditions td:nth-child(2) { width: 23% } .conditions td:nth-child(3) { width: 17% }
  .badge { font-size: 7.5pt; font-weight: 600; padding: .3mm 2mm; border-radius: 2mm; white-space: nowrap }
  .good { background: #dcefe4; color: #1c5b3d } .fair { background: #fbefd0; color: #7a5200 } .attend { background: #f8dcd8; color: #8e241a } .not-seen { background: #e6e9ec; color: #44505a }
  .photos { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm 6mm; align-items: start } .photos figure { margin: 0 }
  .legend { list-style: none; padding: 0; display: flex; gap: 6mm; font-size: 8pt; margin-top: 2mm } .legend i { display: inline-block; width: 4mm; height: 3mm; margin-right: 1.5mm }`
