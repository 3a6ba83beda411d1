import { describe, expect, test } from 'vitest'
import { PhoneNumber } from './phone.schema.ts'
import { explainPhone, formatPhone, normalisePhone } from './phone.server.ts'

describe('a phone number', () => {
  test.each([
    ['New Zealand mobile', '021 123 456', '+6421123456'],
    ['New Zealand mobile', '021 123 4567', '+64211234567'],
    ['New Zealand mobile, long', '021 1234 5678', '+642112345678'],
    ['New Zealand mobile, tidied', '(027) 765-4321', '+64277654321'],
    ['Wellington', '04 472 4567', '+6444724567'],
    ['Christchurch', '03-379.4567', '+6433794567'],
    ['freephone', '0800 123 456', '+64800123456'],
    ['freephone, long', '0508 123 4567', '+645081234567'],
    ['with its country', '+64 21 123 4567', '+64211234567'],
    ['with its country and the zero in brackets', '+64 (0)21 123 4567', '+64211234567'],
    ['with its country and the zero', '+64 021 123 4567', '+64211234567'],
    ['with 00', '0064 21 123 4567', '+64211234567'],
    ['with its country, the plus forgotten', '64 21 123 4567', '+64211234567'],
    ['Australian mobile', '0412 345 678', '+61412345678'],
    ['Australian mobile with its country', '+61 0412 345 678', '+61412345678'],
    ['Australian mobile, the plus forgotten', '61412345678', '+61412345678'],
    ['Melbourne', '03 9123 4567', '+61391234567'],
    ['Perth', '(08) 9123 4567', '+61891234567'],
    ['from Australia', '0011 64 21 123 4567', '+64211234567'],
    ['London', '+44 20 7946 0958', '+442079460958'],
    ['Rome, whose zero belongs to it', '+39 06 1234 5678', '+390612345678'],
    ['New York', '+1 (212) 555-0100', '+12125550100'],
    ['Shanghai with non-breaking spaces', '+86\u00a021\u00a01234\u00a05678', '+862112345678'],
  ])('%s: %s is dialled as %s', (_where, typed, dialled) => {
    expect(PhoneNumber.parse(typed)).toBe(typed)
    expect(normalisePhone(typed)).toBe(dialled)
    expect(normalisePhone(dialled)).toBe(dialled)
  })

  test.each(['(212) 555-0100', '123456', '+64 21', '1300 123 456', '+1234567890123456', '07-2'])(
    '%s stays as it was typed, because its country is unknown',
    (typed) => expect(normalisePhone(typed)).toBe(typed),
  )

  test.each(['', 'call me', '021', '021 123 4567\r\nBcc: evil@example.com', '021\n123\n4567', 'javascript:alert(1)'])(
    '%j is refused',
    (typed) => expect(PhoneNumber.safeParse(typed).success).toBe(false),
  )
})

describe('a stored number', () => {
  test.each([
    ['+64211234567', '021 123 4567', '+64 21 123 4567'],
    ['+642112345678', '021 123 45678', '+64 21 123 45678'],
    ['+6421123456', '021 123 456', '+64 21 123 456'],
    ['+6444724567', '04 472 4567', '+64 4 472 4567'],
    ['+61412345678', '+61 412 345 678', '+61 412 345 678'],
    ['+61391234567', '+61 3 9123 4567', '+61 3 9123 4567'],
    ['+442079460958', '+44 20 7946 0958', '+44 20 7946 0958'],
    ['+80012345678', '+800 1234 5678', '+800 1234 5678'],
    ['+1234567890123456', '+1234567890123456', '+1234567890123456'],
    ['after 5 pm', 'after 5 pm', 'after 5 pm'],
  ])('%s is shown as %s in New Zealand and as %s where the reader is unknown', (phone, inNewZealand, anywhere) => {
    expect(formatPhone(phone, 'NZ')).toBe(inNewZealand)
    expect(formatPhone(phone)).toBe(anywhere)
  })

  test('of Australia is shown without its country code in Australia', () => {
    expect(formatPhone('+61412345678', 'AU')).toBe('0412 345 678')
  })
})

describe('a number that cannot be dialled', () => {
  test.each([
    ['021 123 45', 'NZ', 'This number is one digit short'],
    ['021 1234', 'NZ', 'This number is two digits short'],
    ['04 472 45', 'NZ', 'This number is two digits short'],
    ['021 123 456 789', 'NZ', 'This number is one digit too long'],
    ['0412 345 67', 'AU', 'This number is one digit short'],
    ['0412 345 678 90', 'AU', 'This number is two digits too long'],
    ['+64 21', null, 'This number is three digits short'],
    ['+1234567890123456', null, 'This number is five digits too long'],
  ] as const)('%s (%s) says what is wrong', (typed, country, problem) => {
    expect(explainPhone(typed, country)).toBe(problem)
  })

  test.each([
    '021 123 4567',
    '021 555 0123',
    '04 555 0123',
    '09 555 0100',
    '0800 123 456',
    '0412 345 678',
    '03 9123 4567',
    '+64 21 123 4567',
    '+1 (212) 555-0100',
    '(212) 555-0100',
    '123456',
    '1300 123 456',
    '0011 64 21 123 4567',
  ])('%s is accepted', (typed) => {
    for (const country of ['NZ', 'AU', null] as const) expect(explainPhone(typed, country)).toBeUndefined()
  })

  test('is read by the rules of the country of the listing first', () => {
    expect(normalisePhone('03 9123 4567', 'AU')).toBe('+61391234567')
    expect(normalisePhone('0412 345 678', 'NZ')).toBe('+61412345678')
  })
})
