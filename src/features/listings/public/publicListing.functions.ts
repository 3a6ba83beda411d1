import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/access.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { queryKeys } from '#platform/queryKeys.ts'
import { ListingAddress, ListingChoice } from '../listings.ts'
import { findPublicListing, previewListing } from '../publicListing.server.ts'
import type { ShownListing } from './shownListing.ts'

/** Apart from the portal's calls, which buyers need not load. */
export const fetchPublicListing = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingAddress)
  .handler(({ data, context }) => findPublicListing(context.db, data.id))

export const fetchListingPreview = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListingChoice)
  .handler(({ data, context }) => previewListing(context.db, context.agent, data.id))

export const publicListingOptions = (id: string) =>
  queryOptions({
    queryKey: [queryKeys.publicListing, id],
    queryFn: (): Promise<ShownListing> => fetchPublicListing({ data: { id } }),
  })

export const listingPreviewOptions = (id: string) =>
  queryOptions({
    queryKey: [queryKeys.listings, 'preview', id],
    queryFn: (): Promise<ShownListing> => fetchListingPreview({ data: { id } }).catch(hidePreview),
  })

/** Whoever is not its agent, or not signed in, learns no more than everybody: that there is no such listing. */
function hidePreview(error: unknown): never {
  throw error instanceof AppError && error.status < 500 ? notFound() : error
}
