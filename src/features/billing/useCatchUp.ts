import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '#platform/queryKeys.ts'
import { type Billing, refreshSubscription, subscriptionQuery } from './billing.functions.ts'

/**
 * Whoever comes back from the provider may be faster than its webhook. What the provider just said then differs from
 * what we know: we ask once for the rest of the portal to follow.
 */
export function useCatchUp(billing: Billing | null | undefined) {
  const queryClient = useQueryClient()
  const { data: known } = useQuery(subscriptionQuery)
  const { mutate: catchUp, isIdle } = useMutation({
    mutationFn: () => refreshSubscription(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [queryKeys.user] }),
    meta: { handled: true },
  })
  const differs =
    billing && known && (billing.status !== known.status || billing.endsAt?.getTime() !== known.endsAt?.getTime())
  useEffect(() => {
    if (differs && isIdle) catchUp()
  }, [differs, isIdle, catchUp])
}
