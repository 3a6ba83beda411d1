import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { useServices } from '#platform/services.server.ts'
import { findPublicListing } from './listings.server.ts'
import { ListingAddress } from './listings.ts'

export const fetchPublicListing = createServerFn({ method: 'GET' })
  .validator(ListingAddress)
  .handler(({ data }) => findPublicListing(useServices().database.db, data.id))

export const publicListingOptions = (id: string) =>
  queryOptions({ queryKey: ['public-listing', id], queryFn: () => fetchPublicListing({ data: { id } }) })
