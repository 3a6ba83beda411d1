import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { reportError } from '#platform/reporting/reportError.ts'
import { showToast, showUndoToast } from '#ui/toasts.ts'
import { forgetLists, moveListing, settleListing } from './cachedListings.ts'
import type { ListingState } from './listingChoices.ts'
import {
  archiveListing,
  duplicateListing,
  publishListing,
  restoreListing,
  unpublishListing,
} from './listings.functions.ts'

export interface MovableListing {
  id: string
  title: string
  publishedAt: Date | null
}

export type Deed = 'publish' | 'unpublish' | 'archive' | 'restore'

interface DeedWords {
  call: (question: { data: { id: string } }) => Promise<{ id: string; state: ListingState; publishedAt: Date | null }>
  state: (listing: MovableListing) => ListingState
  praise: (title: string) => string
  /** What takes it back. */
  undo?: Deed
}

const deeds: Record<Deed, DeedWords> = {
  publish: { call: publishListing, state: () => 'published', praise: (title) => `${title} published.` },
  unpublish: {
    call: unpublishListing,
    state: () => 'draft',
    praise: (title) => `${title} unpublished.`,
    undo: 'publish',
  },
  archive: {
    call: archiveListing,
    state: () => 'archived',
    praise: (title) => `${title} archived.`,
    undo: 'restore',
  },
  restore: {
    call: restoreListing,
    state: ({ publishedAt }) => (publishedAt ? 'published' : 'draft'),
    praise: (title) => `${title} restored.`,
  },
}

interface Act {
  deed: Deed
  listing: MovableListing
}

/** Publish, take down, archive and restore: seen at once, and put back if the server says no. */
export function useListingDeeds() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ deed, listing: { id } }: Act) => deeds[deed].call({ data: { id } }),
    onMutate: ({ deed, listing }) => moveListing(queryClient, listing.id, deeds[deed].state(listing)),
    onError: (error, _act, putBack) => {
      putBack?.()
      reportError(error)
    },
    onSuccess: async (moved, { deed, listing }, putBack) => {
      const { praise, undo } = deeds[deed]
      if (undo) showUndoToast(praise(listing.title), () => takeBack({ deed: undo, listing }, putBack))
      else showToast(praise(listing.title))
      await settleListing(queryClient, moved)
    },
  })
  const takeBack = (act: Act, putBack?: () => void) => {
    putBack?.()
    mutate(act)
  }
  return { act: mutate, isPending }
}

/** Opens the copy, because that is what it was made for. */
export function useDuplicate() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate } = useMutation({
    mutationFn: (id: string) => duplicateListing({ data: { id } }),
    onSuccess: async ({ id, title }) => {
      await navigate({ to: '/portal/listings/$id', params: { id } })
      showToast(`Draft created: ${title}.`)
      await forgetLists(queryClient)
    },
  })
  return mutate
}
