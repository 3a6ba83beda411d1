import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { AppError } from '#platform/errors.ts'
import { forgetLists } from '../cachedListings.ts'
import { asDescription } from '../description/asDescription.ts'
import { emptyDescription } from '../description/description.ts'
import { createListing, listingQuery, type OwnListing, updateListing } from '../listings.functions.ts'
import { ListingDraft, ListingTexts } from '../listings.ts'

const textsOf = (listing?: OwnListing): ListingTexts => ({
  title: listing?.title ?? '',
  subtitle: listing?.subtitle ?? '',
  slug: listing?.slug ?? '',
  description: listing ? asDescription(listing.description) : emptyDescription,
})

export const isChangedElsewhere = (error: unknown) => error instanceof AppError && error.name === 'ChangedElsewhere'

/** The words of a listing while they are edited, and how they are saved. Without a listing, saving makes one. */
export function useListingForm(listing: OwnListing | undefined, onSaved: (saved: OwnListing) => void) {
  const queryClient = useQueryClient()
  const form = useForm<ListingTexts>({
    initialValues: textsOf(listing),
    validate: schemaResolver(listing ? ListingTexts : ListingDraft, { sync: true }),
  })
  /** What the words in the form are based on: older than the database's if somebody saved in between. */
  const version = useRef(listing?.version ?? 0)

  const adopt = (latest: OwnListing) => {
    saving.reset()
    write(latest)
  }
  const write = (latest: OwnListing) => {
    version.current = latest.version
    form.setValues(textsOf(latest))
    form.resetDirty(textsOf(latest))
    form.clearErrors()
  }
  const adoptUnlessTyping = useEffectEvent((latest: number) => {
    if (listing && latest > version.current && !form.isDirty()) write(listing)
  })
  const latest = listing?.version ?? 0
  useEffect(() => adoptUnlessTyping(latest), [latest])

  const saving = useMutation({
    mutationFn: (values: ListingTexts) =>
      listing
        ? updateListing({ data: { ...values, id: listing.id, version: version.current } })
        : createListing({ data: { ...values, slug: values.slug || undefined } }),
    meta: { handled: true },
    onSuccess: async (saved, sent) => {
      version.current = saved.version
      // What was typed while it was being saved is still to be saved.
      form.resetDirty(sent)
      if (!form.isDirty()) write(saved)
      queryClient.setQueryData(listingQuery(saved.id).queryKey, saved)
      onSaved(saved)
      await forgetLists(queryClient)
    },
    onError: (error) => {
      if (error instanceof AppError && error.fields) showErrors(error.fields)
    },
  })

  function showErrors(errors: Record<string, unknown>) {
    form.setErrors(errors as Record<string, string>)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }

  /** What was saved, or undefined if it was not: why is shown already. */
  async function save() {
    if (saving.isPending) return
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return showErrors(errors)
    return saving.mutateAsync(form.getValues()).catch(() => undefined)
  }
  /** Over what somebody else saved, which `current` is. */
  function saveOver(current: OwnListing) {
    version.current = current.version
    void save()
  }
  return { form, save, saving, adopt, saveOver }
}

export type ListingForm = ReturnType<typeof useListingForm>
