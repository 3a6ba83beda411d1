import { ownServices } from '../../drawings/layers.ts'
import type { LimFacts } from './limFacts.ts'

export const havelockNorthLim: LimFacts = {
  reference: 'LIM-26-9231',
  received: '20 January 2026',
  issued: '3 February 2026',
  zone: {
    name: 'Rural Lifestyle Zone',
    behind: 'General Rural Zone',
    purpose:
      'It is for homes on land between one and two hectares with gardens, animals and small plantings, next to working orchards.',
    rules: [
      ['Dwellings on a site', 'One, and a supplementary dwelling of up to 100 m²'],
      ['Smallest new lot', '0.8 ha, with an average of 1.2 ha'],
      ['Height', '10 m'],
      ['Front yard', '7.5 m; 15 m on arterial roads'],
      ['Other yards', '10 m for dwellings; 5 m for sheds'],
      ['Sheds', 'Up to 250 m² in all'],
      ['Shelter belts', 'At least 5 m from a boundary'],
      ['Noise at the neighbour’s house', '50 dB by day, 40 dB by night'],
      ['Earthworks', 'Up to 100 m³ a year'],
    ],
  },
  hazards: [
    { name: 'Ground shaking', finding: 'Moderate amplification; deep gravels.', source: 'Regional hazard portal' },
    { name: 'Liquefaction', finding: 'Low vulnerability.', source: 'Regional assessment, 2017' },
    { name: 'Active fault', finding: 'No mapped trace within 1 km.', source: 'National fault database' },
    {
      name: 'Flooding',
      finding: 'The north-eastern corner lies in a shallow ponding area. The building site is 1.9 m above it.',
      source: 'Regional river model, 2024',
    },
    {
      name: 'Cyclone of February 2023',
      finding: 'Assessed; category 1 (no further action). No silt was removed from the property.',
      source: 'Recovery register',
    },
    { name: 'Tsunami', finding: 'Outside all evacuation zones.', source: 'Regional hazard portal' },
    {
      name: 'Spray and orchards',
      finding: 'Neighbouring land is sprayed in season. A covenant on the title refers to it.',
      source: 'Consent RM 2012/231',
    },
  ],
  flooding: 'Ponding in a one per cent storm, up to 300 mm',
  contours: [22, 0.5],
  drainage: {
    words: [
      'There is no public sewer or stormwater main. Wastewater is treated on the property by a secondary treatment system of 2014 and spread through a drip field; it must be serviced every six months, and the service reports are sent to the Council.',
      'The last service report on file is from November 2025: the system met its limits, and the pump filter was replaced. Stormwater from the roofs is kept in tanks, with the overflow to a swale.',
    ],
    layer: ownServices,
  },
  water:
    'There is no public supply. Water comes from bore 99231-A under a consent of the regional council and from roof tanks. The bore consent is among the documents of the listing.',
  consents: [
    {
      number: 'ABA 2013/0931',
      date: '12 August 2013',
      work: 'New dwelling of five bedrooms with garage',
      status: 'Code compliance certificate 2014',
      value: 940_000,
      inspections: [
        ['02.09.2013', 'Foundations', 'Pass'],
        ['07.10.2013', 'Slab and damp-proof membrane', 'Pass'],
        ['18.11.2013', 'Framing and bracing', 'Pass'],
        ['16.12.2013', 'Building wrap and cavity', 'Pass'],
        ['24.02.2014', 'Pre-line', 'Pass'],
        ['19.05.2014', 'Wastewater system', 'Pass'],
        ['30.06.2014', 'Final', 'Pass'],
      ],
    },
    {
      number: 'ABA 2014/1180',
      date: '6 October 2014',
      work: 'Swimming pool and fence',
      status: 'Code compliance certificate 2015',
      value: 62_000,
      inspections: [
        ['03.11.2014', 'Excavation and steel', 'Pass'],
        ['12.01.2015', 'Barrier', 'Fail: latch below 1.5 m'],
        ['20.01.2015', 'Barrier and final', 'Pass'],
      ],
    },
    {
      number: 'ABA 2016/0402',
      date: '14 April 2016',
      work: 'Four-bay shed with power',
      status: 'Code compliance certificate 2016',
      value: 38_000,
      inspections: [
        ['02.05.2016', 'Pole holes', 'Pass'],
        ['13.06.2016', 'Final', 'Pass'],
      ],
    },
    {
      number: 'Exempt 2021/77',
      date: '20 July 2021',
      work: 'Solar panels on the garage roof, 9 kW',
      status: 'Exempt work, information only',
    },
  ],
  nearby: [
    ['RM 2023/88', '225 Old Windmill Ford Road', 'Packhouse extension, 300 m²', 'Granted, limited notified, 2023'],
    ['RM 2024/19', '240 Old Windmill Ford Road', 'Two lots from one', 'Granted, 2024'],
  ],
  other: [
    ['Swimming pool', 'On the register; last inspected 4 December 2025, passed, next due by December 2028'],
    ['On-site wastewater', 'On the register; service reports up to date'],
    ['Compliance schedule, warrant of fitness', 'Not required for this building'],
    ['Solid-fuel heater', 'Ultra-low emission burner, 2014'],
    ['Weathertight homes claim', 'None'],
  ],
}
