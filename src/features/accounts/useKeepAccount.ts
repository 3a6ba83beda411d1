import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/queryKeys.ts'
import { longDate } from '#ui/dates.ts'
import { showToast } from '#ui/toasts.ts'
import { keepAccount, settingsQuery } from './settings.functions.ts'

export function useKeepAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => keepAccount(),
    onSuccess: async ({ subscriptionEndsAt }) => {
      // A subscription that was stopped shows its own notice, with the way to resume it.
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries({ queryKey: [queryKeys.user] }),
      ])
      const timeZone = queryClient.getQueryData(settingsQuery.queryKey)?.timeZone ?? 'UTC'
      showToast(
        subscriptionEndsAt
          ? `We’ve kept your account. Your subscription still ends on ${longDate(subscriptionEndsAt, timeZone)}. You can resume it under Billing.`
          : 'We’ve kept your account.',
      )
    },
  })
}
