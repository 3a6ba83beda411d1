import { locator } from '../drawings/locator.ts'
import { addressOf, type Home } from '../home.ts'
import { bullets, dollars, facts, figure, html, paragraphs, section, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { letterhead, signature } from './letterhead.ts'

/** That consented work was done as the building code wants it. */
export const codeComplianceCertificate = (home: Home): Paper => ({
  name: 'Code compliance certificate 2022',
  title: `Code compliance certificate BCO 9922017 – ${addressOf(home)}`,
  header: 'Code compliance certificate BCO 9922017',
  issuer: home.council,
  style: 'body { font-family: "Liberation Sans", Arial, sans-serif }',
  body: html`
    ${letterhead(home.council, 'Code compliance certificate', '#22395b', 'Building consents · Private Bag 9707')}
    <p><strong>Section 95, Building Act 2004</strong></p>
    <h3>The building</h3>
    ${facts(['Street address', addressOf(home)], ['Legal description', `${home.title.lot} ${home.title.plan}`], ['Building name', 'Not applicable'], ['Level or unit', 'Whole building'], ['Current, lawfully established use', 'Housing: detached dwelling'], ['Year first constructed', `About ${home.built}`])}
    <h3>The owner</h3>
    ${facts(['Name', 'A J Sample and T I Sample (invented)'], ['Contact', 'By the agent for the vendor'])}
    <h3>Building work</h3>
    ${facts(['Building consent', html`<strong>BCO 9922017</strong>`], ['Work', 'New kitchen and bathroom; removal of a wall and a steel beam in its place; renewal of drains'], ['Stage', 'All of it'], ['Intended life', 'Indefinite, not less than 50 years'])}
    <h3>Code compliance</h3>
    ${paragraphs('The building consent authority named below is satisfied, on reasonable grounds, that the building work complies with the building consent.', 'There are no specified systems in the building, and no compliance schedule is needed.')}
    ${signature(`For ${home.council}, building consent authority`, 'Issued 29 August 2022')}
    ${section(
      'Attachment: what the certificate rests on',
      table(
        ['Document', 'By', 'Date'],
        [
          ['Producer statement PS1, design of the beam', 'Chartered engineer', '18 February 2022'],
          ['Producer statement PS4, construction review', 'Chartered engineer', '2 May 2022'],
          ['Membrane applicator’s statement and warranty, 15 years', 'Applicator', '1 June 2022'],
          ['Electrical certificate of compliance and safety certificate', 'Electrician', '17 August 2022'],
          ['Gas safety certificate', 'Gasfitter', '12 August 2022'],
          ['Drainage as-built plan', 'Drainlayer', '14 May 2022'],
          ['Memorandum of work (restricted building work)', 'Licensed builder', '19 August 2022'],
        ],
      ),
      html`<h3>Inspections</h3>`,
      table(
        ['Date', 'Inspection', 'Outcome'],
        [
          ['11 April 2022', 'Demolition and structure', 'Pass'],
          ['27 April 2022', 'Beam and props', 'Pass'],
          ['9 May 2022', 'Plumbing under test', 'Fail: waste without fall'],
          ['13 May 2022', 'Plumbing under test', 'Pass'],
          ['30 May 2022', 'Membrane', 'Pass'],
          ['22 August 2022', 'Final', 'Pass'],
        ],
      ),
      home.levels[0]
        ? figure(
            locator(home.levels[0], { room: 'Bathroom', width: 70 }),
            'Where the bathroom is. The kitchen lies to the north of it.',
          )
        : '',
    )}`,
})

const lines: [what: string, amount: number][] = [
  ['Demolition, protection, bins', 6_420],
  ['Steel beam, props, engineer’s visits', 11_880],
  ['Framing, linings, insulation', 14_260],
  ['Kitchen joinery, supply and fit', 31_900],
  ['Stone bench, template and fit', 8_750],
  ['Bathroom: membrane, tiles, tiler', 13_640],
  ['Plumbing, drains and gas', 17_380],
  ['Electrical, with new switchboard', 9_940],
  ['Plastering and painting', 8_600],
  ['Supervision and margin', 9_230],
  ['Credit: tapware supplied by the owner', -1_180],
]

/** What the work cost, and that it was paid. */
export function buildersInvoice(home: Home): Paper {
  const net = lines.reduce((sum, [, amount]) => sum + amount, 0)
  const gst = Math.round(net * 15) / 100
  return {
    name: "Builder's invoice 2022",
    title: `Tax invoice 2207-41 – ${addressOf(home)}`,
    header: 'Tax invoice 2207-41',
    issuer: 'Plumb & Square Builders',
    style: 'th, td { padding: 1.2mm 2mm } h3 { margin-top: 4mm }',
    body: html`
      ${letterhead('Plumb &amp; Square Builders', 'Tax invoice', '#1f6f54', 'Licensed building practitioners (invented)<br>GST number 000-000-000')}
      <div style="display:grid;grid-template-columns:1fr 1fr;gap:8mm">
        <p><strong>A J Sample and T I Sample</strong><br>${home.street}<br>${home.suburb}<br>${home.city} ${home.postcode}</p>
        ${facts(['Invoice', '2207-41, final'], ['Date', '31 August 2022'], ['Contract', 'Fixed price, 28 February 2022'], ['Consent', 'BCO 9922017'])}
      </div>
      <p>Kitchen and bathroom at the address above, complete.</p>
      ${table(['Work', 'Amount'], [...lines.map(([what, amount]) => [what, dollars(amount, 2)]), ['Net', dollars(net, 2)], ['GST, 15 per cent', dollars(gst, 2)], [html`<strong>Total</strong>`, html`<strong>${dollars(net + gst, 2)}</strong>`], ['Progress payments 1 to 4', dollars(-112_000, 2)], [html`<strong>Due by 20 September 2022</strong>`, html`<strong>${dollars(net + gst - 112_000, 2)}</strong>`]], 'right')}
      <p class="stamp" style="color:#9b2c20;font-size:20pt;transform:rotate(-8deg);margin:4mm 0 0 90mm">PAID 14 SEP 2022</p>
      <h3>Warranties</h3>
      ${bullets('Workmanship: implied warranties under part 4A of the Building Act 2004, ten years', 'Membrane: 15 years, by its applicator', 'Joinery: 10 years; stone: 10 years; tapware: by its maker')}`,
  }
}

const samples: [room: string, reading: string][] = [
  ['Kitchen and dining, wall above bench', '< 0.02'],
  ['Kitchen and dining, ceiling', '< 0.02'],
  ['Living, wall', '< 0.02'],
  ['Hall, wall', '0.03'],
  ['Bedroom 1, wardrobe wall', '< 0.02'],
  ['Bedroom 2, window reveal', '< 0.02'],
  ['Bathroom, extractor grille', '0.04'],
  ['Laundry, wall', '< 0.02'],
]

/** A screening for residue of methamphetamine. */
export const methTest = (home: Home): Paper => ({
  name: 'Meth test',
  title: `Methamphetamine screening – ${addressOf(home)}`,
  header: 'Screening CL-26-0707',
  issuer: 'Clearline Testing',
  body: html`
    ${letterhead('Clearline Testing', 'Methamphetamine screening report', '#7a3b12', 'Sampling and laboratory service (invented)')}
    ${facts(['Address', addressOf(home)], ['Sampled', '10 March 2026'], ['Laboratory', '12 March 2026, LC-MS/MS'], ['Method', 'Individual wipes of 100 cm², in the manner of NZS 8510:2017'], ['Result', html`<span class="stamp" style="color:#1c6b3d;font-size:11pt">BELOW 1.5 µg/100 cm² IN EVERY ROOM</span>`])}
    ${table(
      ['Sample', 'Place', 'µg per 100 cm²', 'Result'],
      samples.map(([place, reading], index) => [`S${index + 1}`, place, reading, 'Below the level']),
    )}
    <p>Levels at or below 1.5 µg/100 cm² in places that people use are within the standard. The two readings above the limit of detection are very low and
      often found in homes with visitors; nothing needs to be done.</p>
    ${home.levels[0] ? figure(locator(home.levels[0], { width: 86, readings: home.levels[0].rooms.filter(({ kind }) => !kind).map(({ at: [x, y], size: [w, h] }, index) => ({ at: [x + w / 2, y + h * 0.24], words: `S${index + 1}`, colour: '#7a3b12' })) }), 'Where samples were taken; numbers as on the laboratory sheet.') : ''}
    ${signature('Sampler, Clearline Testing', '12 March 2026')}`,
})
