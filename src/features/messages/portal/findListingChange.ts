import type { OwnListing } from '#features/listings/listings.functions.ts'

type Shown = Pick<OwnListing, 'state' | 'openHomes' | 'price' | 'priceText'>

/** Something that the buyers of a listing may have with its old value. */
export type ListingChange = { kind: 'open_home'; openHome: string; startsAt: Date } | { kind: 'price' }

/** What was saved that a message could be about: an open home to come that was moved, or else the price. */
export function findListingChange(before: Shown, saved: Shown, now = new Date()): ListingChange | undefined {
  if (before.state !== 'published' || saved.state !== 'published') return undefined
  const moved = saved.openHomes.find(({ id, startsAt, endsAt }) => {
    const earlier = before.openHomes.find((one) => one.id === id)
    return (
      earlier &&
      endsAt > now &&
      (earlier.startsAt.getTime() !== startsAt.getTime() || earlier.endsAt.getTime() !== endsAt.getTime())
    )
  })
  if (moved) return { kind: 'open_home', openHome: moved.id, startsAt: moved.startsAt }
  return before.price !== saved.price || before.priceText !== saved.priceText ? { kind: 'price' } : undefined
}
