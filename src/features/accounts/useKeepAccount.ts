import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#ui/toasts.ts'
import { keepAccount, settingsQuery } from './settings.functions.ts'

export function useKeepAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => keepAccount(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(settingsQuery)
      showToast('Your account stays.')
    },
  })
}
