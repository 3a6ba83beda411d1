import { expect, test } from 'vitest'
import { BuyerDetails } from './buyer.schema.ts'

test.each(['Jane\r\nBcc: evil@example.com', 'Jane\u0007', 'Jane\u202Egpj', 'Jane\u2066x', ' ', '', 'J'.repeat(101)])(
  'the name %j is refused',
  (name) => {
    expect(BuyerDetails.shape.firstName.safeParse(name).success).toBe(false)
    expect(BuyerDetails.shape.lastName.safeParse(name).success).toBe(false)
  },
)

test.each(['Zoë', 'Ngāti-Porou', '王小明', "O'Neill", 'María José', '👩‍🌾'])('the name %s is accepted', (name) =>
  expect(BuyerDetails.shape.firstName.parse(` ${name} `)).toBe(name),
)
