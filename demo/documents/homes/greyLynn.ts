import type { Home, Level } from '../home.ts'

const ground: Level = {
  name: 'Ground floor',
  rooms: [
    { name: 'Deck', at: [0, -3.2], size: [8.7, 3.2], kind: 'outside' },
    {
      name: 'Kitchen and dining',
      at: [0, 0],
      size: [8.7, 3.9],
      furniture: [
        { what: 'bench', at: [8, 0.1], size: [0.62, 3.6] },
        { what: 'island', at: [5.7, 2.6], size: [1.9, 0.85] },
        { what: 'table', at: [0.9, 2.55], size: [1.9, 0.9] },
      ],
    },
    {
      name: 'Living',
      at: [0, 3.9],
      size: [3.7, 4],
      furniture: [
        { what: 'fire', at: [0.05, 1.2], size: [0.4, 1.4] },
        { what: 'sofa', at: [1.2, 2.9], size: [2.1, 0.95] },
      ],
    },
    { name: 'Hall', at: [3.7, 3.9], size: [1.4, 8.1] },
    {
      name: 'Laundry',
      at: [5.1, 3.9],
      size: [3.6, 1.5],
      furniture: [{ what: 'bench', at: [2.9, 0.1], size: [0.6, 1.3] }],
    },
    {
      name: 'Bathroom',
      at: [5.1, 5.4],
      size: [3.6, 2.5],
      furniture: [
        { what: 'bath', at: [1.8, 1.7], size: [1.7, 0.72] },
        { what: 'shower', at: [2.6, 0.1], size: [0.9, 0.9] },
        { what: 'toilet', at: [1.5, 0.1], size: [0.4, 0.65] },
        { what: 'basin', at: [0.15, 1.85], size: [1, 0.5] },
      ],
    },
    {
      name: 'Bedroom 1',
      at: [0, 7.9],
      size: [3.7, 4.1],
      furniture: [{ what: 'bed', at: [0.2, 0.15], size: [1.7, 1.5] }],
    },
    {
      name: 'Bedroom 2',
      at: [5.1, 7.9],
      size: [3.6, 4.1],
      furniture: [{ what: 'bed', at: [1.7, 0.15], size: [1.7, 1.5] }],
    },
    { name: 'Verandah', at: [0, 12], size: [8.7, 1.7], kind: 'outside' },
  ],
  doors: [
    { at: [1, 0], wall: 'h', width: 4.2, kind: 'slide' },
    { at: [1.2, 3.9], wall: 'h', width: 1.6, kind: 'open' },
    { at: [4, 3.9], wall: 'h', width: 0.9, kind: 'open' },
    { at: [3.7, 6.2], wall: 'v' },
    { at: [3.7, 8.4], wall: 'v', opens: 'far' },
    { at: [5.1, 8.4], wall: 'v' },
    { at: [5.1, 4.3], wall: 'v', width: 0.7 },
    { at: [5.1, 6], wall: 'v', width: 0.75 },
    { at: [3.95, 12], wall: 'h', width: 0.95, opens: 'far' },
  ],
  windows: [
    { at: [8.7, 0.9], wall: 'v', width: 1.6 },
    { at: [0, 1.2], wall: 'v', width: 1.4 },
    { at: [0, 4.2], wall: 'v', width: 0.8 },
    { at: [0, 9.2], wall: 'v', width: 1.4 },
    { at: [0.8, 12], wall: 'h', width: 2 },
    { at: [5.9, 12], wall: 'h', width: 2 },
    { at: [8.7, 6.2], wall: 'v', width: 0.9 },
  ],
}

export const greyLynn: Home = {
  slug: '7-lanternmaker-lane-grey-lynn',
  street: '7 Lanternmaker Lane',
  suburb: 'Grey Lynn',
  city: 'Auckland',
  postcode: '1021',
  council: 'Three Bays Council',
  regionalCouncil: 'Three Bays Council',
  built: 1912,
  title: {
    identifier: 'NA99X/0707',
    lot: 'Lot 7',
    plan: 'Deposited Plan 9900707',
    issued: '2 August 1912',
    district: 'North Auckland',
    prior: 'NA98X/31',
    interests: [
      'Building line restriction in K 99707, registered 14.6.1938',
      'Party wall and fencing agreement in Transfer 99707.2, registered 2.8.1912',
      'Land covenant in favour of Lot 9 DP 9900707 in Transfer B99707.5, registered 19.9.1984 (height of hedges)',
    ],
  },
  area: 286,
  outline: [
    [0, 27],
    [0, 0],
    [11, 0],
    [11, 27],
  ],
  house: { at: [0.12, 0.36], turn: 0 },
  levels: [ground],
  rating: { number: '99707 00 0700', land: 1_340_000, improvements: 260_000, valued: '1 June 2024', yearly: 4_312.8 },
}
