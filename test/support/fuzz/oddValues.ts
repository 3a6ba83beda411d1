import fc from 'fast-check'

/** Invented personal details that every request contains, and that may not be in the log. */
export const PERSONAL_DETAILS = {
  firstName: 'Zebulonia',
  lastName: 'Quackenbush',
  email: 'zebulonia.canary@example.nz',
  phone: '+64 21 555 0177',
  token: 'Canary0tOkeN4f1b6a0d9cQmFyZmxvYXRpbmcxMjM0NTY',
  address: '198.51.100.177',
}

export const traces = ['zebulonia', 'quackenbush', 'canary', '555 0177', '5550177', PERSONAL_DETAILS.address]

const nested = (depth: number) => {
  let value: unknown = PERSONAL_DETAILS.email
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { inner: value }
  return value
}

function circle() {
  const round: Record<string, unknown> = { email: PERSONAL_DETAILS.email }
  round.round = round
  return round
}

export const oddTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202eexe.pdf', '🏡'.repeat(50), 'İ'.repeat(30), '\ufeff'],
    ...["' or true --", '"; drop table lead; --', '%', '_', '\\', '$1', '{{7*7}}', '../../etc/passwd'],
    ...['\r\nBcc: canary@example.nz', '<script>alert(1)</script>', '__proto__', 'constructor', 'toString', 'null'],
    ...['-1', '0', '1e400', '9'.repeat(30), '0x10', 'NaN', '2026-02-30', '0000-01-01', '9999-12-31', '+01:00'],
    ...Object.values(PERSONAL_DETAILS),
    ...['list_1', 'file_1', 'lead_1', 'usr_1', `list_${'z'.repeat(40)}`, 'LIST_1', 'list_', 'list_1\n'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

const hugeTexts = fc.constantFrom('x'.repeat(5_001), 'ā'.repeat(60_000), '\u0301'.repeat(9_000))

/** Whatever the wire can carry, and a schema would not expect. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddTexts },
  { weight: 1, arbitrary: hugeTexts },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, undefined, true, false, 0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308],
      ...[Number.NaN, Number.POSITIVE_INFINITY, 10n ** 30n, new Date(8.64e15), new Date(Number.NaN), /(a+)+$/],
      ...[
        [],
        {},
        [[]],
        [null],
        new Map([['email', PERSONAL_DETAILS.email]]),
        new Set([PERSONAL_DETAILS.phone]),
        new Uint8Array(9),
      ],
      ...[
        new Error(PERSONAL_DETAILS.email),
        Object.create(null),
        JSON.parse('{"__proto__":{"admin":true}}'),
        Array(50).fill('x'),
      ],
      ...[nested(30), nested(900), circle(), { toString: 'x', valueOf: 'y' }, { length: 1e9 }],
    ),
  },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 3, withDate: true, withBigInt: true }) },
)

export const oddKeys = fc.constantFrom(
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'id',
    'userId',
    'email',
    'subscriptionActive',
    '',
    '\0',
    'x',
  ],
)
