import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { uploadQueue } from './UploadQueue.ts'
import { isInProgress, type Upload } from './uploadState.ts'

const none: readonly Upload[] = []

export const useUploads = () => useSyncExternalStore(uploadQueue.subscribe, uploadQueue.read, () => none)

/** Files that arrive together cause one refetch. */
const REFETCH_DELAY_MS = 300

/** Connects the queue with the page: the agent, refetching, and the warning before the tab is closed. */
export function useConnectUploadQueue(agentId: string) {
  const queryClient = useQueryClient()
  const list = useUploads()
  const isBusy = list.some(isInProgress)
  useEffect(() => {
    let isDue = false
    const readAgain = () => {
      isDue = false
      for (const { all } of [queryKeys.files, queryKeys.listings, queryKeys.publicListing])
        void queryClient.invalidateQueries({ queryKey: all })
    }
    uploadQueue.onArrival = () => {
      if (!isDue) setTimeout(readAgain, REFETCH_DELAY_MS)
      isDue = true
    }
    void uploadQueue.open(agentId)
  }, [agentId, queryClient])
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
  return list
}
