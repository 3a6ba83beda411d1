import { karoriOutside } from './karoriOutside.ts'
import type { ReportFacts } from './reportFacts.ts'

export const karoriReport: ReportFacts = {
  reference: 'TBI-26-0114',
  inspected: '4 February 2026, 9.00 am to 12.40 pm',
  issued: '6 February 2026',
  weather: 'Fine, light northerly, 19 °C; 6 mm of rain on the two days before',
  roofPitch: 2.1,
  overall: [
    'A well-kept house of its time. The structure is sound, floors are level within the tolerance of their age, and the roof of 2019 is in very good order. Windows were replaced by double glazing in 2021.',
    'Four matters need attention, none of them large: a flashing above the laundry, the lower rail of the deck barrier, the seal around the bath and the old downpipe at the north-east corner.',
  ],
  work: [
    ['Renew the seal around the bath, check the lining behind', 'Bathroom', 'Now', '$250 – $600'],
    ['Refix the head flashing', 'Laundry window', 'Within three months', '$200 – $350'],
    ['Replace the lower rail and four balusters', 'Deck', 'Within three months', '$450 – $700'],
    ['Replace the steel downpipe', 'North-east corner', 'Within a year', '$300'],
    ['Repaint', 'South and west sides', 'Within three years', '$9,000 – $12,000'],
  ],
  outside: karoriOutside,
  rooms: {
    Bathroom: [
      [
        'Bath and its edges',
        'Acrylic, silicone',
        'Attend',
        'Seal open over 300 mm at the tap end; 19 per cent in the lining below',
      ],
      ['Shower over the bath', 'Glass screen', 'Good', 'Drains freely; no movement of tiles'],
      ['Extractor fan', 'Ducted to outside', 'Good', 'Works, with run-on timer'],
    ],
    Laundry: [['Tub and taps', 'Steel', 'Good', 'No leaks under pressure for ten minutes']],
    Kitchen: [
      ['Joinery', 'Melamine, stone bench', 'Good', 'Drawers run true; no swelling at the sink'],
      ['Rangehood', 'Ducted to outside', 'Good', 'Works at three speeds'],
      ['Sink and taps', 'Steel', 'Good', 'No leaks; pressure good hot and cold'],
    ],
    Living: [['Heat pump', 'High wall', 'Good', 'Warmed the room by 4 °C in fifteen minutes']],
    'Double garage': [
      ['Sectional door', 'Steel, motor', 'Good', 'Reverses on contact'],
      ['Slab', 'Concrete', 'Fair', 'Two shrinkage cracks under 1 mm, old'],
    ],
    Workshop: [['Benches', 'Timber', 'Good', 'Fixed to the wall']],
    Stairs: [['Balustrade', 'Timber', 'Good', '1.0 m high, gaps under 100 mm']],
  },
  moisture: { Bathroom: 19, Ensuite: 14, Laundry: 16 },
  services: [
    {
      name: 'Electricity',
      items: [
        ['Switchboard', 'Breakers, RCDs', 'Good', 'Replaced in 2011; labelled'],
        ['Wiring that was seen', 'TPS', 'Good', 'No old rubber-covered cable in the roof space'],
        ['Outlets', 'Tested in every room', 'Good', 'Polarity and earth correct'],
        ['Outside lights', 'Two', 'Fair', 'One without a bulb'],
        ['Meter box', 'Steel', 'Good', 'Smart meter'],
      ],
      words:
        'A visual look by an inspector is not an electrical inspection. An electrician can issue a certificate of verification.',
    },
    {
      name: 'Plumbing and hot water',
      items: [
        ['Supply pipes', 'Copper, polybutylene since 2003', 'Good', 'No leaks seen under pressure'],
        ['Waste pipes', 'PVC', 'Good', 'All fixtures drained together for five minutes'],
        ['Hot-water cylinder', '250 L, mains pressure, 2016', 'Good', 'Restrained; tempering valve set at 52 °C'],
        ['Toby', 'At the boundary', 'Good', 'Found and turned'],
        ['Gully traps', 'Two', 'Good', 'Clear, with grates above ground'],
        ['Hose taps', 'Two', 'Fair', 'One drips at the spindle'],
      ],
    },
    {
      name: 'Heating and ventilation',
      items: [
        ['Heat pump, upper floor', 'High wall, 7.1 kW', 'Good', 'Serviced in 2025 by its sticker'],
        ['Heat pump, lower floor', 'High wall, 3.5 kW', 'Good', 'Works in both directions'],
        ['Former fireplace', 'Closed', 'Good', 'Chimney removed to below the roof in 2019'],
        ['Fans', 'Kitchen, bathroom, ensuite', 'Good', 'All ducted to outside'],
        ['Heated towel rails', 'Two', 'Good', 'Work'],
      ],
      shows: /living|lounge/i,
    },
    {
      name: 'Insulation and draughts',
      items: [
        ['Ceiling', 'Segments, 180 mm', 'Good', 'Even; clear of the downlights that need it'],
        ['Floor', 'Polyester between joists', 'Good', 'Three segments have slipped by a hand’s width'],
        ['Walls', 'None of 1968 seen', 'Not seen', 'Renovated rooms may have some'],
        ['Glazing', 'Double, since 2021', 'Good', 'Seals sound; date stamps match'],
        ['Seals of doors', 'Rubber', 'Good', 'Front door closes tightly'],
      ],
    },
    {
      name: 'Safety',
      items: [
        ['Smoke alarms', 'Long-life, five', 'Good', 'Within 3 m of every bedroom; all sounded'],
        ['Deck barrier', 'Timber', 'Attend', 'Lower rail decayed over 400 mm: see the deck'],
        ['Window stays', 'Upper floor', 'Good', 'Opening limited to 100 mm in bedrooms'],
        ['Glass in doors', 'Toughened', 'Good', 'Marks seen'],
        ['Asbestos', 'Textured ceilings: none seen', 'Not seen', 'Vinyl under the laundry floor may be of the age'],
      ],
    },
  ],
  certificate:
    'In the inspector’s opinion the house has been built soundly and kept well. It shows the wear to be expected of a house of its age, and the work listed in the summary is ordinary maintenance.',
}
