import type { QueryClient } from '@tanstack/react-query'
import {
  devicesQuery,
  engagementQuery,
  eventsQuery,
  placesQuery,
  referrersQuery,
  viewsQuery,
} from '../analytics.functions.ts'
import { isMissing } from '../isMissing.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { eventsWishOf, isAskable, namesSomething, questionOf } from './filters.ts'
import { everQuery, journeyQuery, latestQuery } from './pageQueries.ts'

/** Everything that the page shows at first. What fails shows itself in its own place. */
export async function prefetchPage(queryClient: QueryClient, wish: AnalyticsWish) {
  if (!isAskable(wish)) return queryClient.prefetchQuery(everQuery)
  const question = questionOf(wish)
  if (namesSomething(wish)) {
    // An address may name what is not there: one question finds out, instead of eight.
    await queryClient.prefetchQuery(latestQuery(question))
    if (isMissing(queryClient.getQueryState(latestQuery(question).queryKey)?.error))
      return queryClient.prefetchQuery(everQuery)
  }
  await Promise.all([
    queryClient.prefetchQuery(everQuery),
    queryClient.prefetchQuery(latestQuery(question)),
    queryClient.prefetchQuery(viewsQuery(question)),
    queryClient.prefetchQuery(engagementQuery(question)),
    queryClient.prefetchQuery(placesQuery(question)),
    queryClient.prefetchQuery(devicesQuery(question)),
    queryClient.prefetchQuery(referrersQuery(question)),
    queryClient.prefetchInfiniteQuery(eventsQuery(eventsWishOf(wish))),
    wish.leadId && queryClient.prefetchInfiniteQuery(journeyQuery(wish.leadId)),
  ])
}
