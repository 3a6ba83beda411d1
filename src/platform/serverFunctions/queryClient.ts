import { type DataTag, MutationCache, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { announceSessionEnd, isNotSignedIn } from '../auth/sessionEnd.ts'
import { reportError } from '../browserReporting/reportError.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `handled`: the component that started it shows the error itself, so there is no toast. It is still reported. */
    queryMeta: { handled?: boolean }
    mutationMeta: { handled?: boolean }
  }
}

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => handleError(error, query.meta?.handled),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        handleError(error, mutation.options.onError !== undefined || mutation.meta?.handled),
    }),
    defaultOptions: { queries: { staleTime: 30_000, retry: false } },
  })

/** When the session has ended, the portal asks for the password; any other error is reported, and shown unless it is handled. */
export function handleError(error: unknown, handled = false) {
  if (isNotSignedIn(error)) announceSessionEnd()
  else reportError(error, { isShown: handled })
}

/**
 * The data that the page's loader has fetched, with later cache updates. The query library's own hooks can also
 * refetch; pages that never do so need not load them. Such a query has an infinite `gcTime`, because this hook is no observer
 * of it.
 */
export function usePageData<Data>({ queryKey }: { queryKey: DataTag<readonly unknown[], Data, Error> }): Data {
  const queryClient = useQueryClient()
  const subscribe = useCallback((tell: () => void) => queryClient.getQueryCache().subscribe(tell), [queryClient])
  const read = () => queryClient.getQueryData<Data>(queryKey)
  const data = useSyncExternalStore(subscribe, read, read)
  if (data === undefined) throw new Error('The page was shown before it was loaded.')
  return data
}
