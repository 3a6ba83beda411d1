import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone } from '#platform/access.ts'
import { notFound } from '#platform/errors.ts'
import { queryKeys } from '#platform/queryKeys.ts'
import { findSignedIn } from '#platform/visitor.server.ts'
import { ListingIdOrSlug, ListingIdInput } from '../listings.ts'
import { findPublicListing, previewListing } from '../publicListing.server.ts'
import type { ShownListing } from './shownListing.ts'

/** Apart from the portal's calls, which buyers need not load. */
export const fetchPublicListing = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingIdOrSlug)
  .handler(({ data, context }) => findPublicListing(context.db, data.id))

/** Whoever is not its agent, or not signed in, learns no more than everybody: that there is no such listing. */
export const fetchListingPreview = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingIdInput)
  .handler(async ({ data, context }) => {
    const visitor = await findSignedIn()
    if (!visitor) throw notFound()
    return previewListing(context.db, visitor.agent, data.id)
  })

export const publicListingQuery = (id: string) =>
  queryOptions({
    queryKey: [queryKeys.publicListing, id],
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: (): Promise<ShownListing> => fetchPublicListing({ data: { id } }),
  })

export const listingPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: [queryKeys.listings, 'preview', id],
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: (): Promise<ShownListing> => fetchListingPreview({ data: { id } }),
  })
