import { addressOf, type Home } from '../../home.ts'
import { facts, html } from '../../html.ts'
import type { Paper } from '../../paper.ts'
import { appendices } from './appendices.ts'
import { buildingSections } from './building.ts'
import { landSections } from './land.ts'
import type { LimFacts } from './limFacts.ts'
import { planningSections } from './planning.ts'
import { ratesSections } from './rates.ts'

/** A land information memorandum: everything a council holds on a property, in numbered parts. */
export function limReport(home: Home, lim: LimFacts): Paper {
  const parts = [
    ...landSections(home, lim),
    ...buildingSections(home, lim),
    ...planningSections(home, lim),
    ...ratesSections(home, lim),
    ...appendices(home, lim),
  ]
  return {
    name: 'LIM report',
    title: `Land information memorandum ${lim.reference} – ${addressOf(home)}`,
    header: `LIM ${lim.reference} · ${home.street}`,
    issuer: home.council,
    style: `
      @page :first { margin: 0; @bottom-left { content: none } @bottom-right { content: none } }
      .cover { height: 297mm; padding: 26mm 20mm; background: linear-gradient(#14424c 0 96mm, #fff 96mm) }
      .cover h1 { color: #fff; font-size: 30pt; margin: 30mm 0 30mm } .cover .who { color: #cfe5e8; font-size: 11pt }
      h2 { color: #14424c; border-bottom: .6mm solid #14424c; padding-bottom: 1.5mm }
      .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 1mm 6mm; font-size: 8pt; margin-top: 2mm }
      .legend i { display: inline-block; width: 4mm; height: 3mm; margin-right: 1.5mm; border: .2mm solid #888 }
      .note { background: #eef5f6; border-left: 1.2mm solid #14424c; padding: 3mm 4mm; margin: 0 0 4mm } .note p:last-child { margin: 0 }
      .contents td:first-child { width: 10mm }`,
    body: html`
      ${cover(home, lim)}
      <section><h2>Contents</h2><table class="contents"><tbody>${parts.map(({ heading }, index) => html`<tr><td>${index + 1}</td><td>${heading}</td></tr>`)}</tbody></table></section>
      ${parts.map(({ heading, content }, index) => html`<section><h2>${index + 1}. ${heading}</h2>${content}</section>`)}`,
  }
}

export interface LimPart {
  heading: string
  content: string
}

const cover = (home: Home, { reference, received, issued }: LimFacts) => html`
  <div class="cover">
    <p class="who"><strong>${home.council}</strong><br>Te Kaunihera · Property information</p>
    <h1>Land Information Memorandum</h1>
    ${facts(
      ['Property', html`<strong>${addressOf(home)}</strong>`],
      ['LIM number', reference],
      ['Application received', received],
      ['Issued', issued],
      ['Legal description', `${home.title.lot} ${home.title.plan}`],
      ['Record of title', home.title.identifier],
      ['Valuation number', home.rating.number],
      ['Area', `${home.area.toLocaleString('en-NZ')} m²`],
      ['Applicant', 'Agent for the vendor'],
    )}
    <p class="small" style="margin-top:8mm">Prepared for the purposes of section 44A of the Local Government Official Information and Meetings Act 1987.
      It is a summary of what the Council's records hold on the day of issue; no inspection of the land or buildings was made for it.</p>
    <p class="stamp" style="color:#8a4b12">Sample document for the demonstration of Property Files. The council is invented.</p>
  </div>`
