import { greyLynnOutside } from './greyLynnOutside.ts'
import type { ReportFacts } from './reportFacts.ts'

export const greyLynnReport: ReportFacts = {
  reference: 'TBI-26-0207',
  inspected: '11 March 2026, 8.30 am to 11.30 am',
  issued: '13 March 2026',
  weather: 'Cloudy, 22 °C; showers on the day before',
  roofPitch: 2.8,
  overall: [
    'A villa of about 1912 that has been restored with care. The kitchen, the bathroom and the wall between them were renewed in 2022 under a consent; what was seen of that work is tidy.',
    'No elevated moisture was found. Two matters need attention: the flashing behind the chimney and the fixing of one verandah post.',
  ],
  work: [
    ['Dress and seal the flashing behind the chimney', 'Roof', 'Before winter', '$350 – $600'],
    ['New stainless foot for the verandah post', 'Front, west', 'Within six months', '$400'],
    ['Replace the last galvanised pipe', 'Subfloor', 'Within two years', '$700 – $1,100'],
  ],
  outside: greyLynnOutside,
  rooms: {
    Living: [['Fireplace', 'Brick, cast iron', 'Fair', 'Swept in 2025 by its sticker; hearth cracked, stable']],
    Bathroom: [
      ['Shower', 'Tiles on membrane, 2022', 'Good', 'Flood test of 15 minutes, dry below'],
      ['Fan', 'Ducted to outside', 'Good', 'Works'],
    ],
    'Kitchen and dining': [
      ['Joinery', 'Timber veneer, stone', 'Good', 'As new'],
      ['Beam over the opening', 'Steel, boxed', 'Good', 'No cracks at the ends'],
    ],
    Hall: [['Floor', 'Kauri boards', 'Good', 'Sanded; a few filled borer holes, old']],
  },
  moisture: { Bathroom: 13, Laundry: 14 },
  services: [
    {
      name: 'Electricity, plumbing and gas',
      items: [
        ['Switchboard', 'Breakers, RCDs, 2022', 'Good', 'Labelled'],
        ['Wiring that was seen', 'TPS', 'Good', 'Old conduit in the roof space is not live'],
        ['Supply pipes', 'Copper, polybutylene', 'Fair', 'One galvanised length remains under the bathroom'],
        ['Hot water', 'Gas, continuous flow, 2022', 'Good', 'Outside, flue clear'],
        ['Drain', 'PVC, 2022', 'Good', 'Ran clear'],
      ],
    },
    {
      name: 'Heating, insulation and safety',
      items: [
        ['Heat pump', 'Ducted, three outlets', 'Good', 'Works'],
        ['Ceiling insulation', 'Segments, 195 mm', 'Good', 'Even'],
        ['Floor insulation', 'Polyester', 'Good', 'Tight between joists'],
        ['Smoke alarms', 'Long-life, three', 'Good', 'All sounded'],
        ['Lead paint', 'Likely under newer coats', 'Not seen', 'Take care when sanding'],
      ],
    },
  ],
  certificate:
    'In the inspector’s opinion the house is sound and above average for its age. Two matters should be put right before winter; neither affects the structure.',
}
