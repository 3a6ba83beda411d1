import { ownServices } from '../drawings/layers.ts'
import { siteMap } from '../drawings/siteMap.ts'
import { addressOf, floorArea, type Home } from '../home.ts'
import { bullets, facts, figure, html, paragraphs, section, table } from '../html.ts'
import type { Paper } from '../paper.ts'
import { letterhead, signature } from './letterhead.ts'

const legend =
  '.legend { list-style: none; padding: 0; display: flex; gap: 6mm; font-size: 8pt; margin-top: 2mm } .legend i { display: inline-block; width: 4mm; height: 3mm; margin-right: 1.5mm }'

/** A permit to take water from the ground, with its conditions. */
export const boreConsent = (home: Home): Paper => ({
  name: 'Bore consent',
  title: `Resource consent WP 992310: to take groundwater – ${addressOf(home)}`,
  header: 'Consent WP 992310',
  issuer: home.regionalCouncil,
  style: legend,
  body: html`
    ${letterhead(home.regionalCouncil, 'Resource consent: water permit', '#1f5d8c', 'Consents team · Private Bag 9231')}
    <p>Granted under sections 104B and 108 of the Resource Management Act 1991.</p>
    ${facts(
      ['Consent', html`<strong>WP 992310</strong>`],
      ['Holder', 'The owner of the land for the time being'],
      ['Purpose', 'To take and use groundwater for a household, stock, a garden and olives'],
      ['Place', addressOf(home)],
      ['Legal description', `${home.title.lot} ${home.title.plan}`],
      ['Bore', '99231-A, drilled 2013, 62 m deep, 150 mm casing'],
      ['Commenced', '1 July 2014'],
      ['Expires', html`<strong>31 May 2034</strong>`],
      ['Lapses', 'Not applicable: given effect to'],
    )}
    <h3>How much</h3>
    ${table(
      ['Measure', 'Limit'],
      [
        ['Rate', '1.5 litres a second'],
        ['Day', '24 cubic metres'],
        ['28 days', '420 cubic metres'],
        ['Year, July to June', '3,100 cubic metres'],
      ],
    )}
    <p class="small">Up to 20 cubic metres a day for the house and animals may be taken at any time and are not counted above.</p>
    ${section(
      'Conditions',
      html`<ol>${[
        'The take shall not exceed the rates and volumes on the first page.',
        'Water is taken only from bore 99231-A at the place shown on the plan.',
        'A meter with an accuracy of five per cent measures everything that is taken, and is verified every five years.',
        'Readings are sent to the Council by 31 July of each year.',
        'The bore head is sealed, so that nothing from the surface can enter, and an access tube for level measurements is kept clear.',
        'A backflow preventer is fitted before any tank to which fertiliser is added.',
        'When the Council publishes a low-flow notice for the zone, irrigation stops between 10 am and 6 pm.',
        'The Council may review the conditions in May of each year if monitoring shows effects that were not foreseen.',
        'The holder pays the charges fixed under section 36 of the Act.',
        'The consent goes with the land. A new owner tells the Council within one month.',
      ].map((condition) => html`<li>${condition}</li>`)}</ol>`,
      html`<h3>Water use in the last three years</h3>`,
      table(
        ['Year', 'Meter at the start (m³)', 'Meter at the end (m³)', 'Used (m³)', 'Of the limit'],
        [
          ['2022/23', '14,208', '15,611', '1,403', '45 %'],
          ['2023/24', '15,611', '17,386', '1,775', '57 %'],
          ['2024/25', '17,386', '18,998', '1,612', '52 %'],
        ],
      ),
      html`<h3>Water quality, sample of 18 November 2025</h3>`,
      table(
        ['Measured', 'Result', 'Maximum acceptable'],
        [
          ['E. coli', 'None in 100 mL', 'None in 100 mL'],
          ['Nitrate nitrogen', '2.1 mg/L', '11.3 mg/L'],
          ['Arsenic', '0.001 mg/L', '0.01 mg/L'],
          ['Hardness', '142 mg/L', '–'],
          ['Iron', '0.08 mg/L', '–'],
          ['pH', '7.4', '–'],
        ],
      ),
    )}
    ${section('Plan of the bore and the services', figure(siteMap(home, ownServices, '165mm'), 'The bore, the tanks and the wastewater field. Distance from bore to field: more than 50 m.'), signature(`For ${home.regionalCouncil}`, '16 June 2014; reissued with the water record on 2 December 2025'))}`,
})

/** The three-yearly look at the fence around a pool. */
export const poolInspection = (home: Home): Paper => ({
  name: 'Pool barrier inspection',
  title: `Periodic inspection of a residential pool – ${addressOf(home)}`,
  header: 'Pool inspection 25-231',
  issuer: 'Clearwater Pool Checks',
  body: html`
    ${letterhead('Clearwater Pool Checks', 'Certificate of periodic inspection of a residential pool', '#16747a', 'Independently qualified pool inspections (invented)')}
    <p>Section 162D, Building Act 2004.</p>
    ${facts(
      ['Address', addressOf(home)],
      ['Pool', 'In ground, 12.0 × 4.4 m, heated, 2015'],
      ['Inspected', '4 December 2025'],
      ['Next inspection by', html`<strong>4 December 2028</strong>`],
      ['Council notified', home.council],
      ['Outcome', html`<span class="stamp" style="color:#1c6b3d;font-size:11pt">COMPLIES</span>`],
    )}
    ${table(
      ['Part of the barrier', 'Required', 'Found', 'Result'],
      [
        ['Height of the fence', '1,200 mm', '1,210 to 1,260 mm', 'Pass'],
        ['Gap at the bottom', 'up to 100 mm', '35 to 80 mm', 'Pass'],
        ['Gap between bars', 'up to 100 mm', '92 mm', 'Pass'],
        ['Footholds outside', 'none within 1,200 mm', 'none; planter moved on the day', 'Pass'],
        ['Gate', 'opens outwards, closes by itself', 'closes from 150 mm and from wide open', 'Pass'],
        ['Latch', '1,500 mm, or shielded', '1,520 mm', 'Pass'],
        ['Doors of the house', 'alarm or self-closing', 'two sliding doors with alarms, 10 s', 'Pass'],
        ['Windows', 'sill 1,200 mm or limited to 100 mm', 'limited', 'Pass'],
        ['Glass', 'safety glass, marked', 'marked', 'Pass'],
        ['Water within the barrier', 'pool only', 'pool only', 'Pass'],
      ],
    )}
    ${section(
      'Sketch and remarks',
      figure(poolSketch, 'Not to scale. G: gate. A: door with alarm.'),
      bullets(
        'Keep chairs and pots 1.2 m away from the outside of the fence.',
        'Oil the hinges of the gate each spring; they are adjusted to the strong setting.',
        'The alarm of the dining room door has a new battery.',
      ),
      signature('Pool inspector, Clearwater Pool Checks', '4 December 2025'),
    )}`,
})

const poolSketch = html`
  <svg role="img" aria-label="Pool, fence, gate and doors" viewBox="0 0 300 170" style="width:100%" font-family="Inter" font-size="8" fill="none" stroke="#333">
    <rect x="20" y="120" width="260" height="42" fill="#f2eee6"/><text x="130" y="145" stroke="none" fill="#333">House, courtyard side</text>
    <path d="M40 120V18H262V120" stroke-width="2.4" stroke-dasharray="7 3"/><rect x="84" y="40" width="132" height="48" rx="3" fill="#cfe6ee"/>
    <text x="132" y="67" stroke="none" fill="#1f5d6b">12.0 × 4.4 m</text>
    <path d="M262 58v18" stroke="#fff" stroke-width="4"/><path d="M262 76l16 -10"/><text x="270" y="90" stroke="none" fill="#333">G</text>
    <path d="M80 120h40M160 120h30" stroke="#fff" stroke-width="3"/><text x="96" y="114" stroke="none" fill="#333">A</text><text x="172" y="114" stroke="none" fill="#333">A</text>
    <text x="100" y="13" stroke="none" fill="#333">fence, bars at 92 mm, 1.21 – 1.26 m high</text>
  </svg>`

/** What a tenant might pay. */
export const rentalAppraisal = (home: Home): Paper => ({
  name: 'Rental appraisal',
  title: `Rental appraisal – ${addressOf(home)}`,
  header: 'Rental appraisal',
  issuer: 'Gatepost Property Management',
  body: html`
    ${letterhead('Gatepost Property Management', 'Rental appraisal', '#6a4c93', 'Residential lettings (invented)')}
    <p>12 February 2026</p>
    <p>Thank you for showing us the home. This is what we believe it would let for at the time of writing, unfurnished, on a fixed term of a year.</p>
    <div style="background:#f3eff8;padding:6mm;margin:5mm 0"><p class="small" style="margin:0">Weekly rent</p><p style="font:700 26pt Inter;margin:0">$1,250 – $1,350</p></div>
    ${facts(
      ['Address', addressOf(home)],
      ['Home', `Five bedrooms, three bathrooms, about ${floorArea(home)} m², on 1.8 ha`],
      ['Counted in', 'House, garage, garden, pool with service every fortnight'],
      ['Counted out', 'Paddocks and shed, which could be let to a neighbour for grazing'],
      ['Likely tenants', 'A family on a posting, or people who build nearby'],
      ['Time to let', 'Three to five weeks in summer; longer in winter'],
    )}
    <h3>Compared with</h3>
    ${table(
      ['Where', 'Home', 'Land', 'Let in', 'Weekly rent'],
      [
        ['Rural, 4 km away', '5 bed, 2 bath, pool', '1.2 ha', 'November 2025', '$1,200'],
        ['Village edge', '4 bed, 3 bath', '2,400 m²', 'December 2025', '$1,150'],
        ['Rural, 9 km away', '5 bed, 3 bath, pool', '2.0 ha', 'January 2026', '$1,380'],
      ],
      'right',
    )}
    <h3>Healthy homes standards</h3>
    ${paragraphs('From a walk through, the home looks able to meet the standards: ducted heating, insulation of 2014, extractor fans, and drains. A statement needs measurements, which we can arrange.')}
    <p class="small">An opinion of the market, not a valuation. It should not be relied on by a lender, and is good for ninety days.</p>
    ${signature('Property manager, Gatepost Property Management', '12 February 2026')}`,
})
