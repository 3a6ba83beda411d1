import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/queryKeys.ts'

/** Something is new: whatever shows numbers fetches them anew. */
export function countAgain(queryClient: QueryClient) {
  const { views, engagement, dashboardSummary, events } = queryKeys
  for (const queryKey of [[views], [engagement], [dashboardSummary], [events, 'journey'], [events, 'ever']])
    void queryClient.invalidateQueries({ queryKey })
}
