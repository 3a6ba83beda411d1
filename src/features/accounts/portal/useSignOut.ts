import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetAgentsBrowser } from '#platform/auth/agentsBrowser.ts'
import { unsubscribe } from '#platform/outbound/push/browserPush.ts'
import { logout } from '../accounts.functions.ts'

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    // A signed-out device must not show who has enquired.
    mutationFn: () => Promise.all([logout(), unsubscribe()]),
    onSuccess: () => {
      // The browser may keep this page in its back/forward cache, which must not contain private data.
      queryClient.clear()
      forgetAgentsBrowser()
      window.location.assign('/login')
    },
  })
}
