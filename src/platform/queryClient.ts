import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportError } from './reporting/reportError.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `handled`: whoever started it shows the error in its own place, so nobody else should. */
    queryMeta: { handled?: boolean }
    mutationMeta: { handled?: boolean }
  }
}

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.handled) reportError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.options.onError && !mutation.meta?.handled) reportError(error)
      },
    }),
    defaultOptions: { queries: { staleTime: 30_000, retry: false } },
  })
