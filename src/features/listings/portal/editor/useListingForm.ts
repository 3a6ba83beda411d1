import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { AppError } from '#platform/errors.ts'
import { useForm } from '#ui/form/useForm.ts'
import { createListing, listingQuery, type OwnListing, updateListing } from '../../listings.functions.ts'
import { invalidateListings } from '../useListingActions.ts'
import { ListingForm as ListingFormSchema, listingFormValues } from './listingFormValues.ts'

export const isChangedElsewhere = (error: unknown) => error instanceof AppError && error.name === 'ChangedElsewhere'

/** The texts of a listing while they are edited. Without a listing, saving creates one. */
export function useListingForm(listing: OwnListing | undefined, onSaved: (saved: OwnListing) => void) {
  const queryClient = useQueryClient()
  /** The version that the texts are based on. If the database has a newer one, saving is refused. */
  const version = useRef(listing?.version ?? 0)
  const form = useForm({
    initialValues: listingFormValues(listing),
    schema: ListingFormSchema,
    submit: ({ slug, ...values }) => {
      const data = { ...values, slug: slug || undefined }
      return listing
        ? updateListing({ data: { ...data, id: listing.id, version: version.current } })
        : createListing({ data })
    },
    onSuccess: async (saved) => {
      version.current = saved.version
      form.loadUnlessDirty(listingFormValues(saved))
      queryClient.setQueryData(listingQuery(saved.id).queryKey, saved)
      onSaved(saved)
      await invalidateListings(queryClient)
    },
  })

  // The form follows what another tab saved unless it has unsaved changes, and so does the version.
  const followVersion = useEffectEvent((latest: number) => {
    if (latest > version.current && !form.isDirty) version.current = latest
  })
  const latest = listing?.version ?? 0
  useEffect(() => followVersion(latest), [latest])

  /** Discards the changes and shows `current`, as it is in the database. */
  function adopt(current: OwnListing) {
    version.current = current.version
    form.clearFailure()
    form.load(listingFormValues(current))
  }
  /** Overwrites what another tab saved, which is `current`. */
  function saveOver(current: OwnListing) {
    version.current = current.version
    void form.save()
  }
  return { form, adopt, saveOver }
}

export type ListingForm = ReturnType<typeof useListingForm>
