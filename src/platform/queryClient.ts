import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportError } from './reporting/reportError.ts'
import { announceSessionEnd, isNotSignedIn } from './sessionEnd.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `handled`: whoever started it shows the error in its own place, so nobody else should. It is reported all the same. */
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

/** A session that is over is nobody's failure: the portal asks for the password, whoever handles the rest. */
function handleError(error: Error, handled = false) {
  if (isNotSignedIn(error)) announceSessionEnd()
  else reportError(error, { isShown: handled })
}
