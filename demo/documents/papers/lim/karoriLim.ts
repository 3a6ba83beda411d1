import { drains } from '../../drawings/layers.ts'
import type { LimFacts } from './limFacts.ts'

export const karoriLim: LimFacts = {
  reference: 'LIM-26-9014',
  received: '28 January 2026',
  issued: '10 February 2026',
  zone: {
    name: 'Medium Density Residential Zone',
    behind: 'Natural Open Space Zone',
    purpose:
      'It is for homes of up to three storeys with some space around them. Schools, small shops and places of worship need a consent.',
    rules: [
      ['Dwellings on a site', 'Up to three'],
      ['Height', '11 m, and 1 m more for a pitched roof'],
      ['Height in relation to boundary', '4 m at the boundary, then 60° inwards'],
      ['Front yard', '1.5 m'],
      ['Side and rear yards', '1 m'],
      ['Building coverage', '50 per cent of the site'],
      ['Outdoor living space', '20 m² at ground level for each dwelling'],
      ['Outlook from the main living room', '4 m deep, 4 m wide'],
      ['Earthworks', 'Up to 250 m², cut or fill no deeper than 1.5 m'],
      ['Vehicle crossings', 'One, up to 6 m wide'],
    ],
  },
  hazards: [
    {
      name: 'Ground shaking',
      finding: 'Class B, rock. Shaking is not likely to be amplified.',
      source: 'Regional hazard maps, 2021',
    },
    {
      name: 'Active fault',
      finding: 'None within 500 m. The nearest mapped trace is 1.3 km to the north-west.',
      source: 'National fault database',
    },
    {
      name: 'Slope',
      finding:
        'The rear third is steeper than 26°. A slip of about 4 m³ above the retaining wall was recorded in July 1976 and made good.',
      source: 'File note 76/114',
    },
    {
      name: 'Flooding',
      finding: 'Outside the one per cent flood area. An overland flow path follows the gully behind the rear boundary.',
      source: 'Stormwater model, 2022',
    },
    { name: 'Tsunami, liquefaction', finding: 'Outside all mapped areas.', source: 'Regional hazard maps, 2021' },
    { name: 'Wind', finding: 'Very High wind zone under NZS 3604.', source: 'Wind map' },
    { name: 'Corrosion', finding: 'Zone C.', source: 'NZS 3604' },
    {
      name: 'Filled ground',
      finding: 'Up to 1.2 m under the front lawn, placed with the subdivision in 1966.',
      source: 'Engineer’s letter, 1966',
    },
  ],
  flooding: 'Overland flow path, more than 100 mm deep',
  contours: [148, 2],
  drainage: {
    words: [
      'The building is connected to the public foul sewer and the public stormwater main in Kōwhai Hollow Rise. The as-built plan of 1968, amended in 2019, follows on the next page.',
      'A right to drain over the strip marked A on the deposited plan serves Lots 15 and 16. No building may stand on it.',
      'A smoke test of the street in 2021 found no stormwater entering the foul sewer from this property.',
    ],
    layer: drains,
  },
  water:
    'The property is supplied from the public main in Kōwhai Hollow Rise through a 20 mm connection with a manual toby at the boundary. The supply is fluoridated and chlorinated.',
  consents: [
    {
      number: 'BP 68/0714',
      date: '19 February 1968',
      work: 'Erect dwelling and garage',
      status: 'Permit, closed',
      note: 'A scan of the permit is among the documents of the listing.',
    },
    { number: 'BP 79/2231', date: '4 September 1979', work: 'Deck and steps to the north', status: 'Permit, closed' },
    {
      number: 'BC 104514',
      date: '8 May 2003',
      work: 'Alter bathroom, new ensuite',
      status: 'Code compliance certificate 2003',
      value: 24_000,
      inspections: [
        ['02.06.2003', 'Plumbing and drainage', 'Pass'],
        ['19.06.2003', 'Pre-line', 'Pass'],
        ['30.07.2003', 'Final', 'Pass'],
      ],
    },
    {
      number: 'BC 219037',
      date: '14 March 2011',
      work: 'Rebuild deck, pile foundations',
      status: 'Code compliance certificate 2011',
      value: 18_500,
      inspections: [
        ['30.03.2011', 'Pile holes', 'Pass'],
        ['18.04.2011', 'Final: barrier fixings', 'Fail: two coach screws missing'],
        ['27.04.2011', 'Final', 'Pass'],
      ],
    },
    {
      number: 'BC 481902',
      date: '21 January 2019',
      work: 'Replace roof cladding: concrete tiles to long-run steel',
      status: 'Code compliance certificate 2019',
      value: 46_000,
      inspections: [
        ['18.02.2019', 'Framing and purlins', 'Pass'],
        ['06.03.2019', 'Underlay and flashings', 'Pass'],
        ['22.03.2019', 'Final', 'Pass'],
      ],
    },
  ],
  nearby: [
    ['SR 512208', '9 Kōwhai Hollow Rise', 'Carport in the front yard', 'Granted, not notified, 2023'],
    ['SR 518811', '17 Kōwhai Hollow Rise', 'Two lots from one', 'Granted, not notified, 2024'],
    ['SR 523470', '22 Kōwhai Hollow Rise', 'Earthworks of 90 m³', 'Granted, 2025'],
  ],
  other: [
    ['Compliance schedule, warrant of fitness', 'Not required for this building'],
    ['Swimming or spa pool', 'None on the register'],
    ['Solid-fuel heater', 'Removed in 2019 (file note)'],
    ['Weathertight homes claim', 'None'],
    ['Insulation', 'Ceiling and floor, statement from 2019'],
    ['Earthquake strengthening', 'Not required'],
  ],
}
