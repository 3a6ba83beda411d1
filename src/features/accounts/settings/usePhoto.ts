import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast, showUndoToast } from '#ui/toasts.ts'
import { savePhoto, settingsQuery } from '../settings.functions.ts'
import { blobToBase64, shrinkPhoto } from './shrinkPhoto.ts'

/** Saved as soon as it is chosen: a picture has no half-typed state. */
export function usePhotoActions(photoUrl: string | null) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(settingsQuery)

  const choose = useMutation({
    mutationFn: async (file: Blob) => savePhoto({ data: { photo: await blobToBase64(await shrinkPhoto(file)) } }),
    onSuccess: async () => {
      await refresh()
      showToast('Photo saved.')
    },
  })

  const remove = useMutation({
    // Kept in the hand before it goes, so that it can be put back.
    mutationFn: async () => {
      const kept = await (await fetch(photoUrl ?? '')).blob()
      await savePhoto({ data: { photo: null } })
      return kept
    },
    onSuccess: async (kept) => {
      await refresh()
      showUndoToast('Photo removed.', () => choose.mutate(kept))
    },
  })

  return { choose: choose.mutate, remove: () => remove.mutate(), isPending: choose.isPending || remove.isPending }
}
