import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone } from '#platform/access.ts'
import { queryKeys } from '#platform/queryKeys.ts'
import { findPublicListing } from './listings.server.ts'
import { ListingAddress } from './listings.ts'

export const fetchPublicListing = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingAddress)
  .handler(({ data, context }) => findPublicListing(context.db, data.id))

export const publicListingOptions = (id: string) =>
  queryOptions({ queryKey: [queryKeys.publicListing, id], queryFn: () => fetchPublicListing({ data: { id } }) })
