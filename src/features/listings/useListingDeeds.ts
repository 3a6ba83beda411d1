import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { reportError } from '#platform/reporting/reportError.ts'
import { showToast, showUndoToast } from '#ui/toasts.ts'
import { invalidateListings, updateCachedListing, confirmCachedListing } from './cachedListings.ts'
import type { ListingState } from './listingChoices.ts'
import {
  archiveListing,
  duplicateListing,
  publishListing,
  restoreListing,
  unpublishListing,
} from './listings.functions.ts'

export interface ActionListing {
  id: string
  title: string
  publishedAt: Date | null
}

export type ListingAction = 'publish' | 'unpublish' | 'archive' | 'restore'

interface ListingActionSpec {
  call: (question: { data: { id: string } }) => Promise<{ id: string; state: ListingState; publishedAt: Date | null }>
  state: (listing: ActionListing) => ListingState
  praise: (title: string) => string
  /** What takes it back. */
  undo?: ListingAction
}

const actionSpecs: Record<ListingAction, ListingActionSpec> = {
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

interface ActionInput {
  deed: ListingAction
  listing: ActionListing
}

/** Publish, take down, archive and restore: seen at once, and put back if the server says no. */
export function useListingActions() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ deed, listing: { id } }: ActionInput) => actionSpecs[deed].call({ data: { id } }),
    onMutate: ({ deed, listing }) => updateCachedListing(queryClient, listing.id, actionSpecs[deed].state(listing)),
    onError: (error, _act, putBack) => {
      putBack?.()
      reportError(error)
    },
    onSuccess: async (moved, { deed, listing }, putBack) => {
      const { praise, undo } = actionSpecs[deed]
      if (undo) showUndoToast(praise(listing.title), () => takeBack({ deed: undo, listing }, putBack))
      else showToast(praise(listing.title))
      await confirmCachedListing(queryClient, moved)
    },
  })
  const takeBack = (act: ActionInput, putBack?: () => void) => {
    putBack?.()
    mutate(act)
  }
  return { act: mutate, isPending }
}

/** Opens the copy, because that is what it was made for. */
export function useDuplicateListing() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate } = useMutation({
    mutationFn: (id: string) => duplicateListing({ data: { id } }),
    onSuccess: async ({ id, title }) => {
      await navigate({ to: '/portal/listings/$id', params: { id } })
      showToast(`Draft created: ${title}.`)
      await invalidateListings(queryClient)
    },
  })
  return mutate
}
