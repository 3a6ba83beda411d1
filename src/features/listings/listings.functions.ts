import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { ListingHistoryInput } from '#features/audit/audit.schema.ts'
import { signedIn, signedInWithPayload, subscribed, subscribedWithPayload } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  HandOverListingInput,
  ListingIdInput,
  ListListingsInput,
  NewListing,
  SetCoAgentsInput,
  SlugInput,
  UpdateListingInput,
  WhoseInput,
} from './listings.schema.ts'
import { UsualQuestions } from './questions/questions.schema.ts'
import { saveUsualQuestions as saveQuestions } from './questions/questions.server.ts'
import {
  archiveListing as archive,
  createListing as create,
  duplicateListing as duplicate,
  isSlugFree,
  publishListing as publish,
  recordListingShare as record,
  requireListing,
  restoreListing as restore,
  unpublishListing as unpublish,
  updateListing as update,
} from './server/listings.server.ts'
import {
  handOverListing as handOver,
  readListingHistory,
  readListingTeam,
  setCoAgents as saveCoAgents,
} from './server/listingTeam.server.ts'
import { countListings, listListings } from './server/listListings.server.ts'
import { changeAndRedrawSharePictures } from './server/sharePictures.server.ts'

export const fetchListings = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListListingsInput)
  .handler(({ data, context }) => listListings(context.db, context.agent, data))

export type ListedListing = Awaited<ReturnType<typeof fetchListings>>['listings'][number]

export const fetchListingCounts = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(WhoseInput)
  .handler(({ data, context }) => countListings(context.db, context.agent, data.whose))

export const fetchListing = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListingIdInput)
  .handler(({ data, context }) => requireListing(context.db, context.agent, data.id))

export type OwnListing = Awaited<ReturnType<typeof fetchListing>>

export const fetchIsSlugFree = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(SlugInput)
  .handler(({ data, context }) => isSlugFree(context.db, data.slug, data.id))

/** A description of 200 kB, in which every mark of every word takes 66 bytes as the framework encodes it. */
const descriptionPayload = { maxBytes: 1_000_000, maxValues: 30_000 }

export const createListing = createServerFn({ method: 'POST' })
  .middleware([subscribedWithPayload(descriptionPayload)])
  .validator(NewListing)
  .handler(({ data, context }) => create(context.db, context.agent, data))

export const updateListing = createServerFn({ method: 'POST' })
  .middleware([subscribedWithPayload(descriptionPayload)])
  .validator(UpdateListingInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      () => [data.id],
      (tx) => update(tx, context.agent, data),
    ),
  )

export const duplicateListing = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(ListingIdInput)
  .handler(({ data, context }) => duplicate(context.db, context.agent, data.id))

export const publishListing = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(ListingIdInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      () => [data.id],
      (tx) => publish(tx, context.agent, data.id),
    ),
  )

/** Who runs a listing, for the editor. */
export const fetchListingTeam = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListingIdInput)
  .handler(({ data, context }) => readListingTeam(context.db, context.agent, data.id))

export type ListingTeam = Awaited<ReturnType<typeof fetchListingTeam>>

/** Neither needs a subscription: people leave when it has ended, too. */
export const setCoAgents = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(SetCoAgentsInput)
  .handler(({ data, context }) => saveCoAgents(context.db, context.agent, data))

export const handOverListing = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(HandOverListingInput)
  .handler(({ data, context }) => handOver(context.db, context.agent, data))

/** What was done to a listing, and by whom. */
export const fetchListingHistory = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListingHistoryInput)
  .handler(({ data, context }) => readListingHistory(context.db, context.agent, data))

/** The agent has used the link of a listing, or something made for sharing it. */
export const recordListingShare = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(ListingIdInput)
  .handler(({ data, context }) => record(context.db, context.agent, data.id))

/** Unpublishing needs no subscription. */
export const unpublishListing = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(ListingIdInput)
  .handler(({ data, context }) => unpublish(context.db, context.agent, data.id))

export const archiveListing = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(ListingIdInput)
  .handler(({ data, context }) => archive(context.db, context.agent, data.id))

export const restoreListing = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(ListingIdInput)
  .handler(({ data, context }) =>
    changeAndRedrawSharePictures(
      context.services,
      context.agent,
      () => [data.id],
      (tx) => restore(tx, context.agent, data.id),
    ),
  )

/** Five questions with eight answers each, of which the encoding may need five bytes for a character. */
export const questionsPayload = { maxBytes: 32_000, maxValues: 300 }

export const saveUsualQuestions = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(questionsPayload)])
  .validator(UsualQuestions)
  .handler(({ data, context }) => saveQuestions(context.db, context.agent, data))

type ListingsFilter = Partial<Omit<Parameters<typeof fetchListings>[0]['data'], 'cursor'>>
export const listingsQuery = (filter: ListingsFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.listings.list(filter),
    queryFn: ({ pageParam }) => fetchListings({ data: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // The page shows the error itself.
    meta: { handled: true },
  })
/** Of everything within reach, or only of someone's. */
export const listingCountsQuery = (whose = '') =>
  queryOptions({
    queryKey: queryKeys.listings.countsOf(whose),
    queryFn: () => fetchListingCounts({ data: whose ? { whose } : {} }),
    // Only counts beside labels: the page works without them.
    meta: { handled: true },
  })
export const listingQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.listings.one(id), queryFn: () => fetchListing({ data: { id } }) })
/** Whether a public link is available, ignoring the listing that has it now. */
export const isSlugFreeQuery = (slug: string, id?: string) =>
  queryOptions({
    queryKey: queryKeys.listings.slug(slug, id),
    queryFn: () => fetchIsSlugFree({ data: { slug, id } }),
    staleTime: 5_000,
    // Only a hint while typing: saving checks again.
    meta: { handled: true },
  })

/** Titles of listings, for filters and other selects. */
export async function findListingNames(search: string) {
  const { listings } = await fetchListings({ data: { search: search.slice(0, 100), sort: 'title', limit: 50 } })
  return listings.map(({ id, title }) => ({ id, title }))
}
export const listingTeamQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.listings.team(id),
    queryFn: () => fetchListingTeam({ data: { id } }),
    meta: { handled: true },
  })
export const listingHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.listings.history(id),
    queryFn: ({ pageParam }) => fetchListingHistory({ data: { id, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    meta: { handled: true },
  })
