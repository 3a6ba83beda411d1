import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAppUrl } from '#platform/config/useAppUrl.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { copyLink } from '#ui/feedback/copyOrSaveText.ts'
import { recordListingShare } from '../listings.functions.ts'
import type { ListingState } from '../listingsSearch.ts'
import { publicListingUrl } from '../listingUrls.ts'

interface SharedListing {
  id: string
  slug: string
  state: ListingState
}

/** Notes that the agent has shared a listing. The link of a draft doesn't work yet, so nothing of it has been shared. */
export function useRecordShare({ id, state }: SharedListing) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => recordListingShare({ data: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.dashboardSummary.all }),
    // Only a tick on the dashboard: what the agent wanted has worked.
    meta: { handled: true },
  })
  return () => {
    if (state === 'published') mutate()
  }
}

/** Copies the public link of a listing, which counts as sharing it. */
export function useCopyListingLink(listing: SharedListing) {
  const link = publicListingUrl(useAppUrl(), listing.slug)
  const recordShare = useRecordShare(listing)
  const copy = () => {
    recordShare()
    void copyLink(link)
  }
  return { link, copy }
}
