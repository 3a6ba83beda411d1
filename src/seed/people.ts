/** Invented buyers. Their mail domains are reserved for examples, so nothing can ever reach anybody. */
export const buyerNames = [
  ['Anahera', 'Whitcombe'],
  ['Liam', 'Ashdown'],
  ['Priya', 'Ramanujan'],
  ['Tane', 'Rewharewha'],
  ['Charlotte', 'Penhallow'],
  ['Wei', 'Zhanglin'],
  ['Sione', 'Taufalele'],
  ['Isla', 'Mackworth'],
  ['Oliver', 'Thornbury'],
  ['Mei-Lin', 'Choong'],
  ['Arjun', 'Velankar'],
  ['Grace', 'Holloway-Reid'],
  ['Hemi', 'Parakura'],
  ['Sophie', 'van Rensdorp'],
  ['Jack', 'Cotterill'],
  ['Leilani', 'Fonofale'],
  ['Noah', 'Brackenridge'],
  ['Fatima', 'Al-Harizi'],
  ['George', 'Pemberly'],
  ['Marama', 'Tukaroa'],
  ['Ella', 'Duncraig'],
  ['Min-jun', 'Hwangbo'],
  ['Ruby', 'Featherstow'],
  ['Daniel', "O'Carrowan"],
  ['Kate', 'Lindqvist'],
] as const

export const buyerNotes = [
  'I would like to see the property files for this home, please.',
  'Please send me the LIM and the building report. We are pre-approved and could move quickly.',
  'Is there an open home this weekend? We would bring our builder along.',
  'We sold last month and are looking for something in this area. Could we see it after work?',
  'Could you tell me when the roof was last checked?',
  'First home for us. Is the vendor open to a longer settlement?',
  'Is the fence to the north on the boundary? I could not tell from the photos.',
  'Hello, my parents are moving up here and this looks right for them. When could we view it?',
]

export const emailDomains = ['example.com', 'example.org', 'example.net']
