import type { Area } from './reportFacts.ts'

export const greyLynnOutside: Area[] = [
  {
    name: 'Site, fences and paths',
    items: [
      ['Off-street park', 'Exposed aggregate', 'Good', 'Even; drains to the lane'],
      ['Front fence', 'Pickets, 1.1 m', 'Good', 'Painted; gate latches'],
      ['Side fences', 'Paling', 'Fair', 'East side leans by 40 mm'],
      ['Paths', 'Brick', 'Fair', 'Two bricks lifted by roots'],
      ['Surface water', 'Strip drain at the deck', 'Good', 'Clear'],
    ],
    shows: /front|street|garden|back|exterior|verandah/i,
  },
  {
    name: 'Foundations and subfloor',
    drawing: 'subfloor',
    items: [
      ['Piles', 'Concrete, replaced in the 1990s', 'Good', 'Upright, wired'],
      ['Bearers and joists', 'Kauri', 'Good', 'Hard; old borer in sapwood only'],
      ['Ventilation', 'Grilles', 'Good', 'Clear'],
      ['Ground', 'Dry', 'Good', 'Vapour barrier laid in 2022'],
      ['Height', '450 to 900 mm', 'Good', 'All but the north-east corner was reached'],
    ],
  },
  {
    name: 'Cladding, front',
    drawing: 'south',
    items: [
      ['Weatherboards', 'Kauri, bevel-back', 'Good', 'Paint of 2023, sound'],
      ['Verandah posts', 'Timber, turned', 'Attend', 'West post: foot decayed behind the paint, 60 mm deep'],
      ['Fretwork', 'Timber', 'Good', 'Complete; two pieces are new'],
      ['Verandah floor', 'Tongue and groove', 'Fair', 'Slight cup near the steps'],
    ],
    shows: /front|verandah/i,
  },
  {
    name: 'Cladding, other sides',
    drawing: 'east',
    items: [
      ['Weatherboards', 'Kauri, bevel-back', 'Good', 'Four lengths replaced on the east side'],
      ['Corners', 'Timber stops', 'Good', 'Tight'],
      ['Clearance to the ground', '300 mm and more', 'Good', 'Clear all round'],
      ['Junction with the deck', 'Gap of 12 mm', 'Good', 'Drains'],
    ],
  },
  {
    name: 'Windows and outside doors',
    items: [
      ['Sash windows', 'Kauri, re-corded', 'Good', 'Run; double glazed inserts at the front'],
      ['Bifold doors', 'Timber, 2022', 'Good', 'Lock; sill drains'],
      ['Front door', 'Kauri, leadlight', 'Good', 'Original; new lock'],
      ['Putty', '–', 'Fair', 'Short lengths missing on the east side'],
    ],
  },
  {
    name: 'Roof, gutters and chimney',
    drawing: 'roof',
    items: [
      ['Cladding', 'Corrugated steel, about 2008', 'Good', 'Mid-life; no rust'],
      ['Chimney', 'Brick', 'Fair', 'Pointing soft in the top four courses'],
      ['Flashing behind the chimney', 'Lead', 'Attend', 'Lifted by 15 mm; dry inside on the day'],
      ['Gutters', 'Steel, ogee', 'Good', 'Run to the tank and the drain'],
      ['Roof space', 'Kauri rafters', 'Good', 'Dry; insulation even'],
    ],
  },
  {
    name: 'Deck',
    items: [
      ['Boards', 'Vitex', 'Good', 'Oiled'],
      ['Frame', 'Pine, H3.2', 'Good', 'New in 2022'],
      ['Height', '380 mm', 'Good', 'No barrier needed'],
      ['Steps', 'Timber', 'Good', 'Even'],
    ],
    shows: /deck/i,
  },
]
