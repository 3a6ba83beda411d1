import { expect, test } from 'vitest'
import { Description } from '#features/listings/description/description.schema.ts'
import { demoListings } from './demoListings.ts'

test("the demo's descriptions are ones that an agent could have written", () => {
  for (const { row } of demoListings(new Date('2026-03-01'), 'user_1'))
    expect(Description.parse(row.description)).toEqual(row.description)
})
