import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/queryKeys.ts'
import type { LeadsResult, OwnLead } from './leads.functions.ts'

export interface CachedLeadChange {
  ids: string[]
  columns: Partial<Pick<OwnLead, 'status' | 'agentNote' | 'withdrawnAt' | 'archivedAt'>>
  /** They no longer belong into the list that they are in. */
  leaves?: boolean
}

/** Shows a change in everything that the browser holds, before the server has agreed. Answers how to take it back. */
export async function updateCachedLeads(queryClient: QueryClient, { ids, columns, leaves = false }: CachedLeadChange) {
  // An answer that is on its way knows only the old state.
  await queryClient.cancelQueries({ queryKey: [queryKeys.leads] })
  const before = queryClient.getQueriesData({ queryKey: [queryKeys.leads] })
  const changed = <Lead extends { id: string }>(lead: Lead) => (ids.includes(lead.id) ? { ...lead, ...columns } : lead)
  const stays = ({ id }: { id: string }) => !leaves || !ids.includes(id)
  queryClient.setQueriesData<InfiniteData<LeadsResult>>(
    { queryKey: [queryKeys.leads, 'list'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, leads: page.leads.filter(stays).map(changed) })),
      },
  )
  queryClient.setQueriesData<OwnLead>({ queryKey: [queryKeys.leads, 'one'] }, (lead) => lead && changed(lead))
  return function putBack() {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** Figures elsewhere show leads too. */
export const invalidateLeads = (queryClient: QueryClient) =>
  Promise.all(
    [queryKeys.leads, queryKeys.listings, queryKeys.dashboardSummary].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
