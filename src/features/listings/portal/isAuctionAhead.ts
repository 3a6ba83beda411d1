import type { OwnListing } from '../listings.functions.ts'

/** Whether its auction can still be brought forward. */
export const isAuctionAhead = ({
  state,
  status,
  saleMethod,
  saleAt,
}: Pick<OwnListing, 'state' | 'status' | 'saleMethod' | 'saleAt'>) =>
  state === 'published' &&
  (status === 'available' || status === 'under_offer') &&
  saleMethod === 'auction' &&
  saleAt !== null &&
  saleAt > new Date()
