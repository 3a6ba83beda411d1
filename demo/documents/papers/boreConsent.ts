import { ownServices } from '../drawings/layers.ts'
import { siteMap } from '../drawings/siteMap.ts'
import { addressOf, type Home } from '../home.ts'
import { facts, figure, html, section, table } from '../html.ts'
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
    ${section(
      'Plan of the bore and the services',
      figure(
        siteMap(home, ownServices, '165mm'),
        'The bore, the tanks and the wastewater field. Distance from bore to field: more than 50 m.',
      ),
      signature(`For ${home.regionalCouncil}`, '16 June 2014; reissued with the water record on 2 December 2025'),
    )}`,
})
