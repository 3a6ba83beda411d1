import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { AppError } from '#platform/errors.ts'
import { useReadOnlyUntilHydrated } from '#ui/form/useHydrated.ts'
import { emptyDescription, toEditableDescription } from '../../description/description.schema.ts'
import { createListing, listingQuery, type OwnListing, updateListing } from '../../listings.functions.ts'
import { ListingDraft, ListingTexts } from '../../listings.schema.ts'
import { invalidateListings } from '../useListingActions.ts'

const formValues = (listing?: OwnListing): ListingTexts => ({
  title: listing?.title ?? '',
  subtitle: listing?.subtitle ?? '',
  slug: listing?.slug ?? '',
  description: listing ? toEditableDescription(listing.description) : emptyDescription,
})

export const isChangedElsewhere = (error: unknown) => error instanceof AppError && error.name === 'ChangedElsewhere'

/** The words of a listing while they are edited, and how they are saved. Without a listing, saving makes one. */
export function useListingForm(listing: OwnListing | undefined, onSaved: (saved: OwnListing) => void) {
  const queryClient = useQueryClient()
  const form = useForm<ListingTexts>({
    initialValues: formValues(listing),
    validate: schemaResolver(listing ? ListingTexts : ListingDraft, { sync: true }),
    enhanceGetInputProps: useReadOnlyUntilHydrated(),
  })
  /** What the words in the form are based on: older than the database's if somebody saved in between. */
  const version = useRef(listing?.version ?? 0)
  /** Known at once, so that keys pressed twice do not save twice. */
  const isSaving = useRef(false)

  const adopt = (latest: OwnListing) => {
    saving.reset()
    write(latest)
  }
  const write = (latest: OwnListing) => {
    version.current = latest.version
    form.setValues(formValues(latest))
    form.resetDirty(formValues(latest))
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
      await invalidateListings(queryClient)
    },
    onError: (error) => {
      if (error instanceof AppError && error.fields) form.setErrors(error.fields)
    },
  })
  // After the answer is on the screen: before that, the fields may not take the focus.
  const focusRefused = useEffectEvent((error: unknown) => {
    if (error instanceof AppError && error.fields) focusFirst(error.fields)
  })
  useEffect(() => focusRefused(saving.error), [saving.error])

  function focusFirst(errors: Record<string, unknown>) {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }

  /** What was saved, or undefined if it was not: why is shown already. */
  async function save() {
    if (isSaving.current) return
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return focusFirst(errors)
    isSaving.current = true
    try {
      return await saving.mutateAsync(form.getValues())
    } catch {
      return
    } finally {
      isSaving.current = false
    }
  }
  /** Over what somebody else saved, which `current` is. */
  function saveOver(current: OwnListing) {
    version.current = current.version
    void save()
  }
  return { form, save, saving, adopt, saveOver }
}

export type ListingForm = ReturnType<typeof useListingForm>
