import { createServerFn } from '@tanstack/react-start'
import { anyone } from '#platform/auth/accessMiddleware.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import { notFound } from '#platform/errors.ts'
import { ListingIdInput, ListingIdOrSlugInput } from '../listings.schema.ts'
import {
  findLiveExample,
  isListingReachable,
  previewListing,
  requireGoneListing,
  requirePublicListing,
} from '../server/publicListings.server.ts'

/** Separate from the portal's calls, so that buyers do not load those. */
export const fetchPublicListing = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingIdOrSlugInput)
  .handler(({ data, context }) => requirePublicListing(context.db, data.id))

/** For the page of a listing that was public. */
export const fetchGoneListing = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingIdOrSlugInput)
  .handler(({ data, context }) => requireGoneListing(context.db, data.id))

/** Responds 404 to anyone but the listing's agent. */
export const fetchListingPreview = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingIdInput)
  .handler(async ({ data, context }) => {
    const visitor = await findSignedInAgent()
    if (!visitor) throw notFound()
    return previewListing(context.db, visitor.agent, data.id)
  })

/** Whether the visitor is the agent of this listing, for the Edit link on its page. */
export const fetchCanEdit = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ListingIdInput)
  .handler(async ({ data, context }) => {
    const visitor = await findSignedInAgent()
    return visitor !== undefined && isListingReachable(context.db, visitor.agent, data.id)
  })

/** The path of the listing to show as an example, or null. For the loader of the home page. */
export const fetchLiveExample = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context }) => findLiveExample(context.db, context.services.env))
