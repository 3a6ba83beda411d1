import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { AppError } from '#platform/errors.ts'
import { useForm } from '#ui/form/useForm.ts'
import { emptyDescription, toEditableDescription } from '../../description/description.schema.ts'
import { createListing, listingQuery, type OwnListing, updateListing } from '../../listings.functions.ts'
import { ListingTexts, NewListingFormValues } from '../../listings.schema.ts'
import { invalidateListings } from '../useListingActions.ts'

/** In the order of the fields on the page. */
const formValues = (listing?: OwnListing): ListingTexts => ({
  title: listing?.title ?? '',
  subtitle: listing?.subtitle ?? '',
  slug: listing?.slug ?? '',
  description: listing ? toEditableDescription(listing.description) : emptyDescription,
})

export const isChangedElsewhere = (error: unknown) => error instanceof AppError && error.name === 'ChangedElsewhere'

/** The texts of a listing while they are edited. Without a listing, saving creates one. */
export function useListingForm(listing: OwnListing | undefined, onSaved: (saved: OwnListing) => void) {
  const queryClient = useQueryClient()
  /** The version that the texts are based on. If the database has a newer one, saving is refused. */
  const version = useRef(listing?.version ?? 0)
  const form = useForm({
    initialValues: formValues(listing),
    schema: listing ? ListingTexts : NewListingFormValues,
    submit: (texts) =>
      listing
        ? updateListing({ data: { ...texts, id: listing.id, version: version.current } })
        : createListing({ data: { ...texts, slug: texts.slug || undefined } }),
    onSuccess: async (saved) => {
      version.current = saved.version
      form.loadUnlessDirty(formValues(saved))
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
    form.load(formValues(current))
  }
  /** Overwrites what another tab saved, which is `current`. */
  function saveOver(current: OwnListing) {
    version.current = current.version
    void form.save()
  }
  return { form, adopt, saveOver }
}

export type ListingForm = ReturnType<typeof useListingForm>
