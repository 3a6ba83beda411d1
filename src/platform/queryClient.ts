import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportError } from './reporting/reportError.ts'

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: reportError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.options.onError) reportError(error)
      },
    }),
    defaultOptions: { queries: { staleTime: 30_000, retry: false } },
  })
