import { addMinutes, daysBefore } from './demoTime.ts'

/** What the vendor of the demo's first listing gets every week. */
export const demoVendorReport = (now: Date, listing: { id: string }, agencyId: string) => ({
  ...{ listingId: listing.id, agencyId, wordsAt: daysBefore(now, 2) },
  words:
    'Kia ora Ruth and Dave, a strong second week. The building report is being read closely, which is what serious buyers do. Two of them asked about the auction date, and I am calling everyone who came on Sunday.\n\nNext step: let’s keep the garden as it was on Sunday for the next open home.',
})

/** The people who sell it, and have opened their link. */
export const demoVendorLinks = (
  now: Date,
  listing: { id: string; userId: string },
  agencyId: string,
  linkId: string,
) => [
  {
    ...{ id: linkId, listingId: listing.id, agencyId, userId: listing.userId },
    ...{ name: 'Ruth and Dave', createdAt: daysBefore(now, 12) },
    ...{ firstOpenedAt: addMinutes(daysBefore(now, 12), 40), lastOpenedAt: daysBefore(now, 1), opens: 7 },
  },
]
