import { siteMap } from '../../drawings/siteMap.ts'
import { addressOf, floorArea, type Home } from '../../home.ts'
import { bullets, facts, figure, html, paragraphs, table } from '../../html.ts'
import type { Photo } from '../../photos.ts'
import { badge, type ReportPart } from './areas.ts'
import type { Condition, Item, ReportFacts } from './reportFacts.ts'

export const cover = (home: Home, { reference, inspected, issued }: ReportFacts, photos: Photo[]) => html`
  <div class="cover">
    <p class="brand">Truepeg Building Inspections</p>
    <h1>Building report</h1>
    <p class="lead">${addressOf(home)}</p>
    <div class="coverPhoto">${photos[0]?.picture ?? ''}</div>
    ${facts(
      ['Report', reference],
      ['Kind', 'Pre-sale inspection of a dwelling, in the manner of NZS 4306:2005'],
      ['Inspected', inspected],
      ['Issued', issued],
      ['Ordered by', 'The vendor'],
    )}
    <p class="stamp" style="color:#8a4b12">Sample document for the demonstration of Property Files. The company is invented.</p>
  </div>`

const ratings: [Condition, string][] = [
  ['Good', 'Does what it should. Ordinary maintenance only.'],
  ['Fair', 'Worn for its age, but working. Plan for it within a few years.'],
  ['Attend', 'Should be looked at or repaired soon. See the list of work.'],
  ['Not seen', 'Out of reach, covered or unsafe to get to.'],
]

export const frontParts = (home: Home, report: ReportFacts, items: Item[]): ReportPart[] => [
  {
    heading: 'Summary',
    content: html`
      ${paragraphs(...report.overall)}
      ${table(
        ['Condition', 'Elements', 'Meaning'],
        ratings.map(([condition, words]) => [
          badge(condition),
          items.filter(([, , one]) => one === condition).length,
          words,
        ]),
      )}
      <h3>What should be done</h3>
      ${table(['Work', 'Where', 'When', 'Rough cost'], report.work, 'right')}`,
  },
  {
    heading: 'Elements that need attention',
    content: html`${table(
      ['Element', 'Made of', 'Remarks'],
      items.filter(([, , one]) => one === 'Attend').map(([element, made, , note]) => [element, made, note]),
    )}${attention}`,
  },
  { heading: 'Scope and limits', content: scope },
  {
    heading: 'The inspection',
    content: html`
      ${facts(
        ['Date and time', report.inspected],
        ['Weather', report.weather],
        ['Present', 'The inspector; the vendor for the first ten minutes'],
        [
          'Building',
          `Detached dwelling of ${home.built}, ${home.levels.length === 1 ? 'one storey' : 'two storeys'}, about ${floorArea(home)} m²`,
        ],
        ['Orientation', 'North is taken from the deposited plan'],
      )}
      <h3>Instruments</h3>
      ${table(
        ['Instrument', 'Used for', 'Checked'],
        [
          ['Non-invasive moisture meter', 'Linings, wet areas', 'On the day, on a test block'],
          ['Probe meter', 'Where a reading was high', 'On the day'],
          ['Infrared camera', 'Ceilings, outside walls', 'January 2026'],
          ['Hydrostatic level', 'Floors', 'On the day'],
          ['Outlet tester, torch, 3.6 m ladder, pole camera', 'General', '–'],
        ],
      )}`,
  },
  {
    heading: 'Site plan',
    content: figure(
      siteMap(
        home,
        () => ({
          legend: [
            ['#c0392b', 'The property'],
            ['#e3e0d8', 'Buildings'],
          ],
        }),
        '150mm',
      ),
      'The house on its lot. Boundaries are from the deposited plan and were not surveyed.',
    ),
  },
]

const attention = paragraphs(
  'Each of these stands in the part of the report for its place, with what was seen there. None of them makes the house unfit to live in.',
  'Ask a builder or a plumber for a price before relying on the rough cost in the summary.',
)

const scope = html`
  ${paragraphs(
    'This is a visual inspection by one person on one day. It describes the significant condition of parts that can be reached without moving furniture, lifting fixed floor coverings or opening the structure.',
    'Roof spaces and subfloors were entered where there was an opening of 450 × 400 mm and 600 mm of height. The roof was seen from a ladder and with a pole camera.',
  )}
  <h3>Included</h3>
  ${bullets('Site, retaining walls, fences, paths and drives within 30 m of the house', 'Foundations, subfloor, cladding, windows, doors, roof, gutters', 'Every room, by its surfaces, openings and fittings', 'Visible parts of plumbing, electricity, heating and ventilation')}
  <h3>Not included</h3>
  ${bullets('Compliance with the building code, consents or the title: see the LIM report and the record of title', 'Appliances, alarms, pools and irrigation', 'Asbestos, lead, methamphetamine and other substances', 'Pests, unless they were seen', 'Boundaries and areas')}
  <h3>Weathertightness</h3>
  ${paragraphs('Moisture readings say how the linings were on the day. They are no promise for other days and other places.')}`
