import { cornersOf, sidesOf } from '../drawings/lot.ts'
import { addressOf, type Home } from '../home.ts'
import { facts, html, section, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { areaWords, titlePlan } from './titlePlan.ts'

/** A search copy: who owns what, subject to what, and the plan. */
export function recordOfTitle(home: Home): Paper {
  const { identifier, lot, plan, issued, district, prior, interests } = home.title
  return {
    name: 'Record of title',
    title: `Record of title ${identifier} – ${addressOf(home)}`,
    header: `Identifier ${identifier}`,
    issuer: 'Search copy dated 9 February 2026, 9.14 am',
    style: `
      body { font-family: "Liberation Sans", Arial, sans-serif; font-size: 10pt }
      h1 { font-size: 17pt; text-align: center; letter-spacing: .04em; margin: 4mm 0 1mm }
      h2 { font-size: 12pt } .centre { text-align: center }
      .frame { border: 0.5mm solid #2c4a3b; padding: 8mm; min-height: 235mm }
      .facts th, .facts td { border: 0; padding: 1.2mm 2mm } .facts th { font-weight: 700 }
      ol { padding-left: 7mm } hr { border: 0; border-top: 0.3mm solid #2c4a3b; margin: 5mm 0 }`,
    body: html`
      <div class="frame">
        <h1>RECORD OF TITLE</h1>
        <p class="centre"><strong>UNDER LAND TRANSFER ACT 2017</strong><br>FREEHOLD<br>Search copy</p>
        <hr>
        ${facts(
          ['Identifier', html`<strong>${identifier}</strong>`],
          ['Land registration district', district],
          ['Date issued', issued],
          ['Prior reference', prior],
        )}
        <hr>
        ${facts(
          ['Estate', 'Fee simple'],
          ['Area', areaWords(home.area)],
          ['Legal description', `${lot} ${plan}`],
          ['Situation', addressOf(home)],
        )}
        <h2>Registered owners</h2>
        <p>Aroha Jane Sample and Thomas Ian Sample (invented for this demonstration), as to the whole</p>
        <h2>Interests</h2>
        <ol>${interests.map((interest) => html`<li>${interest}</li>`)}
          <li>12990${home.built}.4 Mortgage to Sample Bank Limited, registered 4.5.2016 at 11.02 am</li></ol>
        <hr>
        <p class="small">The register is kept by the Registrar-General of Land. This page is laid out like a search copy so that the demonstration
          looks as it will look with your own documents. It was not issued by any office, and no such identifier exists.</p>
      </div>
      ${section(`${plan}: plan of ${lot}`, titlePlan(home), html`<p class="small">Not to scale when printed. Bearings in terms of the meridional circuit. Pegs shown as circles; all old unless noted.</p>`)}
      ${section('Schedule of boundaries and easements', boundaries(home), easements(home))}`,
  }
}

const boundaries = (home: Home) =>
  table(
    ['Line', 'Bearing', 'Length (m)', 'Adopted from', 'Occupation'],
    sidesOf(cornersOf(home)).map(({ bearing, length }, index) => [
      `${index + 1} – ${index + 2}`,
      bearing,
      length.toFixed(2),
      index % 2 ? 'Measured' : home.title.plan.replace('Deposited Plan', 'DP'),
      ['Fence, paling, 1.8 m', 'Hedge', 'Retaining wall', 'Not fenced', 'Post and wire'][index] ?? 'Fence',
    ]),
  )

const easements = (home: Home) => html`
  <h2>Memorandum of easements</h2>
  ${table(
    ['Purpose', 'Shown', 'Servient tenement', 'Dominant tenement'],
    [
      ['Right to drain water and sewage', 'A', home.title.lot, 'Neighbouring lots on the same plan'],
      ['Right to convey electricity and telecommunications', 'A', home.title.lot, 'The network operator, in gross'],
    ],
  )}
  <h2>Surveyor's note</h2>
  <p>The area marked A is ${home.area > 10_000 ? '6.00' : '1.50'} m wide. Buildings may not be placed over it without the consent of whoever
    benefits. The note on the face of the plan about datum and adopted marks applies.</p>`
