import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { announceSessionEnd, isNotSignedIn } from '../auth/sessionEndListeners.ts'
import { showAndReportError } from '../telemetry/browser/showAndReportError.ts'

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
  else showAndReportError(error, { isShown: handled })
}
