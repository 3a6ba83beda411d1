import { type DataTag, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

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
