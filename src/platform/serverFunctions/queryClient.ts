import { type DataTag, MutationCache, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { announceSessionEnd, isNotSignedIn } from '../auth/sessionEnd.ts'
import { reportError } from '../reporting/reportError.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `handled`: the component shows the error itself, so there is no toast. It is reported all the same. */
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

/** An ended session is not a failure: the portal asks for the password. */
function handleError(error: Error, handled = false) {
  if (isNotSignedIn(error)) announceSessionEnd()
  else reportError(error, { isShown: handled })
}

/**
 * What the loader of a page has fetched, and every change of it that somebody writes down. The query library's own hooks can ask
 * again and again; a page that never does need not carry them. Such a query is kept for good (`gcTime`), for nobody is seen to
 * use it.
 */
export function usePageData<Data>({ queryKey }: { queryKey: DataTag<readonly unknown[], Data, Error> }): Data {
  const queryClient = useQueryClient()
  const subscribe = useCallback((tell: () => void) => queryClient.getQueryCache().subscribe(tell), [queryClient])
  const read = () => queryClient.getQueryData<Data>(queryKey)
  const data = useSyncExternalStore(subscribe, read, read)
  if (data === undefined) throw new Error('The page was shown before it was loaded.')
  return data
}
