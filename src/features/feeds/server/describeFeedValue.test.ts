import { expect, test } from 'vitest'
import { describeFeedValue } from './describeFeedValue.ts'

test.each([
  ['status', 'under_offer', 'Under offer'],
  ['saleMethod', 'set_date', 'Set date of sale'],
  ['propertyType', 'lifestyle', 'Lifestyle property'],
  ['country', 'AU', 'Australia'],
  ['price', 1_250_000, '$1,250,000'],
  ['landArea', 0.1234, '0.1234'],
  ['bedrooms', 0, '0'],
  ['isShownByAppointment', false, 'No'],
  ['saleAt', '2026-12-12T05:30:00.000Z', '12 December 2026 at 6:30 pm'],
  ['soldOn', '2026-11-10', '10 Nov 2026'],
  [
    'openHomes',
    [{ startsAt: '2026-12-05T00:00:00.000Z', endsAt: '2026-12-05T00:30:00.000Z' }],
    '5 December 2026 at 1:00 pm',
  ],
  ['priceText', null, ''],
  ['subtitle', 'x'.repeat(200), `${'x'.repeat(120)}…`],
] as const)('the %s %o is shown as people say it', (field, value, text) => {
  expect(describeFeedValue(field, value, 'Pacific/Auckland')).toBe(text)
})
