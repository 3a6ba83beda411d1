import { drains } from '../../drawings/layers.ts'
import type { LimFacts } from './limFacts.ts'

export const greyLynnLim: LimFacts = {
  reference: 'LIM-26-9707',
  received: '2 March 2026',
  issued: '13 March 2026',
  zone: {
    name: 'Residential, Single House Zone',
    behind: 'Open Space, Informal Recreation',
    purpose: 'It keeps one house on a site, of one or two storeys, in streets with houses from before 1940.',
    rules: [
      ['Dwellings on a site', 'One, and a minor dwelling of up to 65 m²'],
      ['Height', '8 m'],
      ['Height in relation to boundary', '2.5 m at the boundary, then 45° inwards'],
      ['Front yard', 'The average of the two neighbours'],
      ['Side and rear yards', '1.2 m and 3 m'],
      ['Building coverage', '35 per cent of the site; 45 per cent on sites up to 300 m²'],
      ['Impervious surfaces', '60 per cent'],
      ['Front fences', 'Up to 1.2 m'],
      ['Demolition of a building from before 1940', 'Needs a consent'],
    ],
  },
  hazards: [
    {
      name: 'Flooding',
      finding: 'No flood plain. An overland flow path of up to 4,000 m² of catchment crosses the reserve behind.',
      source: 'Stormwater viewer, 2025',
    },
    {
      name: 'Land stability',
      finding: 'No instability recorded. Volcanic ash over sandstone.',
      source: 'Geological map',
    },
    { name: 'Coastal inundation', finding: 'Outside all mapped areas.', source: 'Coastal model, 2024' },
    { name: 'Liquefaction', finding: 'Unlikely.', source: 'Regional assessment, 2021' },
    { name: 'Wind', finding: 'Medium wind zone under NZS 3604.', source: 'Wind map' },
    {
      name: 'Lead in paint',
      finding: 'Likely in buildings of this age; no test is on file.',
      source: 'General advice',
    },
  ],
  flooding: 'Overland flow path of the reserve',
  contours: [31, 1],
  drainage: {
    words: [
      'The house is connected to a combined sewer in Lanternmaker Lane. Separation of stormwater in this street is planned for 2029; owners will not be charged for work in the road.',
      'The drain within the property was renewed in PVC with the work of 2022. The as-built plan follows on the next page.',
    ],
    layer: drains,
  },
  water:
    'The property is supplied from the main in Lanternmaker Lane through a 20 mm metered connection. The meter was replaced in 2021.',
  consents: [
    { number: 'Permit 12/88', date: '2 August 1912', work: 'Erect villa of five rooms', status: 'Permit, closed' },
    { number: 'A 41207', date: '9 October 1957', work: 'Convert wash-house to bathroom', status: 'Permit, closed' },
    {
      number: 'BCO 9922017',
      date: '16 March 2022',
      work: 'New kitchen and bathroom, remove wall, steel beam',
      status: 'Code compliance certificate 2022',
      value: 118_000,
      inspections: [
        ['11.04.2022', 'Demolition and structure', 'Pass'],
        ['27.04.2022', 'Beam and props', 'Pass'],
        ['09.05.2022', 'Plumbing under test', 'Fail: waste without fall'],
        ['13.05.2022', 'Plumbing under test', 'Pass'],
        ['30.05.2022', 'Membrane in the bathroom', 'Pass'],
        ['22.08.2022', 'Final', 'Pass'],
      ],
      note: 'Producer statement for the steel beam (PS1, PS4) and the membrane applicator’s warranty are on the file.',
    },
    {
      number: 'BCO 9923406',
      date: '3 November 2022',
      work: 'Deck to the north, 28 m²',
      status: 'Code compliance certificate 2023',
      value: 21_000,
      inspections: [
        ['21.11.2022', 'Piles', 'Pass'],
        ['30.01.2023', 'Final', 'Pass'],
      ],
    },
  ],
  nearby: [
    ['LUC 99812', '11 Lanternmaker Lane', 'Dormer to the rear', 'Granted, not notified, 2024'],
    ['LUC 99847', '2 Lanternmaker Lane', 'Café, 30 seats, until 4 pm', 'Granted, limited notified, 2025'],
  ],
  other: [
    ['Compliance schedule, warrant of fitness', 'Not required for this building'],
    ['Swimming or spa pool', 'None on the register'],
    ['Open fire', 'Existing; may be kept, but not replaced by another open fire'],
    ['Weathertight homes claim', 'None'],
    ['Insulation', 'Ceiling, floor and the new walls, 2022'],
  ],
}
