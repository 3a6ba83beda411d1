import { useMutation, useQueryClient } from '@tanstack/react-query'
import { switchAgency } from '../agencies.functions.ts'

export function useSwitchAgency() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (agencyId: string) => switchAgency({ data: { agencyId } }),
    onSuccess: () => {
      queryClient.clear()
      // A new document keeps nothing of the agency before.
      window.location.assign('/portal')
    },
  })
}
