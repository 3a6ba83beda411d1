import { type QueryState, useQuery, useQueryClient } from '@tanstack/react-query'
import { AppError } from '#platform/errors.ts'
import { fulfilCheckout } from './billing.functions.ts'
import type { CheckoutState } from './billing.ts'

/** Seconds between two questions, two minutes in all: most answers come at once, the others in their own time. */
const PAUSES = [1, 1, 2, 3, 5, 8, 10, 15, 15, 20, 20, 20]

/**
 * Has the checkout turned into an account, and asks on until the provider has confirmed it. Only ever from the browser:
 * opening an address must have no effect by itself. Asking again changes nothing.
 */
export function useFulfilment(sessionId: string) {
  const queryKey = ['checkout', sessionId]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => fulfilCheckout({ data: { sessionId } }),
    // Whoever comes back from the inbox may have set the password.
    staleTime: 0,
    refetchInterval: ({ state }) => pauseAfter(state) ?? false,
    meta: { handled: true },
  })
  const now = useQueryClient().getQueryState<CheckoutState>(queryKey)
  const isUnknown = isRefused(error, 400, 404)
  return {
    outcome: data && data.state !== 'pending' ? data : undefined,
    /** Not to be found, or not even the number of a checkout. */
    isUnknown,
    /** Why the last question got no answer. */
    error,
    isAsking: isFetching,
    /** Nobody asks any more unless told to. */
    isGivenUp: now !== undefined && now.status !== 'pending' && !isFetching && pauseAfter(now) === undefined,
    askAgain: () => refetch(),
  }
}

/** In milliseconds; none when there is nothing more to learn, or no hope to. */
function pauseAfter({ data, error, dataUpdateCount, errorUpdateCount }: QueryState<CheckoutState>) {
  if (isRefused(error, 400, 404, 429) || (data && data.state !== 'pending')) return undefined
  const pause = PAUSES[Math.max(0, dataUpdateCount + errorUpdateCount - 1)]
  return pause === undefined ? undefined : pause * 1000
}

const isRefused = (error: unknown, ...statuses: number[]) =>
  error instanceof AppError && statuses.includes(error.status)
