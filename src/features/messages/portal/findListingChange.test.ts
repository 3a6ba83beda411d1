import { expect, test } from 'vitest'
import { findListingChange } from './findListingChange.ts'

const now = new Date('2026-11-19T00:00:00Z')
const openHome = (id: string, startsAt: string) => ({
  ...{ id, note: '', sequence: 0, startsAt: new Date(startsAt) },
  endsAt: new Date(Date.parse(startsAt) + 1_800_000),
})
const before = {
  ...{ state: 'published' as const, price: 900_000, priceText: null },
  openHomes: [openHome('open_1', '2026-11-14T01:00:00Z'), openHome('open_2', '2026-11-21T01:00:00Z')],
}
const change = (saved: Partial<typeof before>, from = before) => findListingChange(from, { ...from, ...saved }, now)

test('an open home to come that was moved is something to tell buyers', () => {
  const [past, next] = before.openHomes
  const moved = openHome('open_2', '2026-11-22T01:00:00Z')
  expect(past && change({ openHomes: [past, moved], price: 1 })).toEqual({
    ...{ kind: 'open_home', openHome: 'open_2', startsAt: moved.startsAt },
  })
  expect(next && change({ openHomes: [openHome('open_1', '2026-11-15T01:00:00Z'), next] })).toBeUndefined()
  expect(change({ openHomes: [...before.openHomes, openHome('open_3', '2026-11-28T01:00:00Z')] })).toBeUndefined()
})

test('so is a new price, of a listing that buyers can see', () => {
  expect(change({ price: 875_000 })).toEqual({ kind: 'price' })
  expect(change({})).toBeUndefined()
  expect(findListingChange({ ...before, state: 'draft' }, { ...before, price: 875_000 }, now)).toBeUndefined()
})
