import type { Area } from './reportFacts.ts'

const side = (
  name: string,
  drawing: 'north' | 'east' | 'south' | 'west',
  paint: string,
  more: Area['items'],
): Area => ({
  name: `Cladding, ${name} side`,
  drawing,
  items: [
    [
      'Weatherboards',
      'Rusticated pine',
      paint === 'sound' ? 'Good' : 'Fair',
      paint === 'sound' ? 'Paint sound; no open joints' : 'Paint chalks; bare at the ends of four boards',
    ],
    ['Corners and facings', 'Timber, mitred soakers', 'Good', 'Tight'],
    ['Clearance to the ground', '225 mm and more', 'Good', 'No soil or paving against the boards'],
    ...more,
  ],
})

export const karoriOutside: Area[] = [
  {
    name: 'Site and grounds',
    items: [
      ['Drive', 'Concrete, 1990s', 'Fair', 'Cracked along the joint at the garage; no trip edge'],
      ['Paths', 'Concrete pavers', 'Good', 'Even, fall away from the house'],
      ['Lawn', 'Level', 'Good', 'Drained well after the rain'],
      ['Trees', 'Kōwhai, māhoe at the rear', 'Good', 'Nearest trunk 6 m from the house'],
      ['Surface water', 'Sumps at the drive and deck', 'Good', 'Grates clear'],
      ['Letterbox, clothes line', '–', 'Good', 'In place'],
    ],
    words: 'The section falls gently from the street to the house and rises steeply to the bush behind.',
    shows: /front|street|garden|lawn|back|exterior/i,
  },
  {
    name: 'Retaining walls and fences',
    items: [
      ['Retaining wall, rear', 'Timber poles, 1.4 m', 'Good', 'Upright; drain outlet runs'],
      ['Retaining wall, drive', 'Concrete block, 0.9 m', 'Fair', 'Step crack under 2 mm near the letterbox, old'],
      ['Fence, west', 'Paling, 1.8 m', 'Good', 'Replaced in recent years'],
      ['Fence, east', 'Paling, 1.5 m', 'Fair', 'Two posts soft at ground level'],
      ['Gate', 'Timber', 'Good', 'Latches'],
    ],
  },
  {
    name: 'Foundations and subfloor',
    drawing: 'subfloor',
    items: [
      ['Ring foundation', 'Concrete', 'Good', 'No cracks over 1 mm'],
      ['Piles', 'Concrete, wired', 'Good', 'Dry and upright; 22 seen'],
      ['Bearers and joists', 'Rimu, tōtara', 'Good', 'Hard; no borer of concern'],
      ['Ventilation', 'Grilles all round', 'Good', 'Clear of plants'],
      ['Vapour barrier', 'Polythene', 'Good', 'Lapped; covers the ground'],
      ['Under the workshop', '–', 'Not seen', 'Slab on ground'],
    ],
  },
  side('north', 'north', 'sound', [
    ['Sliding doors to the deck', 'Aluminium', 'Good', 'Run and lock; sill drains clear'],
  ]),
  side('east', 'east', 'sound', [
    ['Downpipe at the corner', 'Galvanised steel', 'Attend', 'Rusted through at the second bracket'],
  ]),
  side('south', 'south', 'worn', [
    ['Head flashing, laundry', 'Aluminium', 'Attend', 'Lifted at one end; 16 per cent in the lining below'],
  ]),
  side('west', 'west', 'worn', [['Meter box flashing', 'Lead', 'Good', 'Dressed down']]),
  {
    name: 'Windows and outside doors',
    items: [
      ['Windows', 'Aluminium, double glazed, 2021', 'Good', 'All opened; seals and stays sound'],
      ['Head flashings', 'Aluminium', 'Fair', 'One lifted: see the south side'],
      ['Front door', 'Timber, glazed', 'Good', 'Hangs true; threshold sealed'],
      ['Ranch sliders', 'Aluminium', 'Good', 'Locks work'],
      ['Putty and sealant', '–', 'Good', 'Flexible'],
    ],
    shows: /front|entry/i,
  },
  {
    name: 'Roof',
    drawing: 'roof',
    items: [
      ['Cladding', 'Long-run steel, 2019', 'Good', 'No rust, dents or lifted screws'],
      ['Ridges and barges', 'Steel', 'Good', 'Fixed at every rib'],
      ['Penetrations', 'Two vents, boots', 'Good', 'Boots supple'],
      ['Underlay', 'Self-supporting', 'Good', 'Seen from the roof space'],
      ['Former chimney', 'Removed', 'Good', 'Decked over, dry'],
    ],
  },
  {
    name: 'Gutters and downpipes',
    items: [
      ['Gutters', 'Steel, quarter round', 'Good', 'Fall to outlets; a little silt'],
      ['Brackets', 'Steel', 'Good', 'At 600 mm'],
      ['Downpipes', 'PVC, one of steel', 'Fair', 'The steel one is listed for replacement'],
      ['Discharge', 'To stormwater', 'Good', 'Ran clear with a hose'],
    ],
  },
  {
    name: 'Roof space',
    items: [
      ['Access', 'Hall, 600 × 500', 'Good', 'Hatch insulated'],
      ['Rafters and ties', 'Rimu, 1968', 'Good', 'No sag; fixings of 2019 added'],
      ['Insulation', 'Segments, 180 mm', 'Good', 'No gaps seen'],
      ['Ducts', 'Three', 'Good', 'All reach the outside'],
      ['Signs of water', '–', 'Good', 'Old stains below the former chimney, dry at 9 per cent'],
      ['Signs of pests', '–', 'Good', 'None'],
    ],
  },
  {
    name: 'Deck',
    items: [
      ['Boards', 'Pine, 140 × 32', 'Good', 'Stained; two raised nails'],
      ['Joists and bearers', 'Pine, H3.2', 'Good', 'Hard at ten places'],
      ['Piles and brackets', 'Timber, galvanised', 'Good', 'No white rust'],
      ['Barrier', 'Timber, 1.0 m', 'Attend', 'Lower rail decayed at the west end over 400 mm'],
      ['Steps', 'Timber', 'Good', 'Even rise'],
      ['Junction with the house', 'Packed off', 'Good', '12 mm gap; drains'],
    ],
    words: 'Rebuilt in 2011 under a consent that is listed in the LIM report.',
    shows: /deck/i,
  },
]
