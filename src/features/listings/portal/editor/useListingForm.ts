import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { AppError } from '#platform/errors.ts'
import { isNetworkError } from '#ui/feedback/failureMessage.ts'
import { useForm } from '#ui/form/useForm.ts'
import { titleFromAddress } from '../../facts/address.ts'
import { createListing, listingQuery, type OwnListing, updateListing } from '../../listings.functions.ts'
import { invalidateListings } from '../useListingActions.ts'
import type { SaveOutcome } from './autosave.ts'
import { ListingFormSchema, type ListingFormValues, listingFormValues } from './listingFormValues.ts'
import { dropUnsavedDraft, keepUnsavedDraft, NEW_LISTING, readUnsavedDraft } from './unsavedDraft.ts'
import { useAutosave } from './useAutosave.ts'

export const isChangedElsewhere = (error: unknown) => error instanceof AppError && error.name === 'ChangedElsewhere'

/**
 * A listing while it is edited. A draft saves itself, and the first save creates it; what is published is saved by the agent.
 * Until it is saved, what was typed into a draft is kept in this browser.
 */
export function useListingForm(listing: OwnListing | undefined, onSaved: (saved: OwnListing) => void) {
  const queryClient = useQueryClient()
  const isDraft = listing === undefined || listing.state === 'draft'
  /** Known as soon as the listing is created, before the page is rendered with it. */
  const id = useRef(listing?.id)
  /** The version that the values are based on. If the database has a newer one, saving is refused. */
  const version = useRef(listing?.version ?? 0)
  /** Stays the same until the listing is created, even over a reload, so that a lost response never makes a second one. */
  const creationKey = useRef('')
  const lastError = useRef<unknown>(undefined)
  /** What this form saved last. The form keeps it as it was typed: trimming it would eat the space before the next word. */
  const [own, setOwn] = useState<{ version: number; values: ListingFormValues }>()
  const [created] = useState(() => createSignal<string>())

  async function create(values: NewListingValues) {
    creationKey.current ||= crypto.randomUUID()
    const data = () => ({ ...values, key: creationKey.current })
    try {
      return await createListing({ data: data() })
    } catch (error) {
      if (!isChangedElsewhere(error)) throw error
      // The draft of an earlier attempt has been changed since: this text becomes another one, so that neither is lost.
      creationKey.current = crypto.randomUUID()
      return createListing({ data: data() })
    }
  }

  const form = useForm({
    initialValues: own && own.version === listing?.version ? own.values : listingFormValues(listing),
    schema: ListingFormSchema,
    submit: ({ slug, ...values }) => {
      const data = { ...values, slug: slug || undefined }
      return id.current ? updateListing({ data: { ...data, id: id.current, version: version.current } }) : create(data)
    },
    onSuccess: (saved, sent) => {
      const isNew = id.current === undefined
      id.current = saved.id
      version.current = saved.version
      if (saved.state === 'draft') {
        // The link follows the title, and new open homes have got their ids.
        const { slug, openHomes } = listingFormValues(saved)
        form.adoptSaved({ slug, openHomes })
        setOwn({ version: saved.version, values: { ...sent, slug, openHomes } })
      } else form.loadUnlessDirty(listingFormValues(saved))
      if (isNew) dropUnsavedDraft(NEW_LISTING)
      queryClient.setQueryData(listingQuery(saved.id).queryKey, saved)
      onSaved(saved)
      created.resolve(saved.id)
      // In the background, because the next save waits for this one.
      void invalidateListings(queryClient)
    },
    onFailure: (error) => {
      lastError.current = error
    },
  })

  const autosave = useAutosave({
    isEnabled: isDraft,
    isDirty: form.isDirty,
    values: form.values,
    hasUnsavedChanges: form.hasUnsavedChanges,
    async save(movesFocus) {
      lastError.current = undefined
      return (await form.save({ movesFocus })) ? 'saved' : saveOutcome(lastError.current)
    },
  })

  // The form follows what another tab saved unless it has unsaved changes, and so does the version.
  const followVersion = useEffectEvent((latest: number) => {
    if (latest > version.current && !form.isDirty) version.current = latest
  })
  const latest = listing?.version ?? 0
  useEffect(() => followVersion(latest), [latest])

  const [isRestored, setRestored] = useState(false)
  const restore = useEffectEvent(() => {
    if (!isDraft) return
    const key = id.current ?? NEW_LISTING
    const stored = readUnsavedDraft(key)
    if (!stored) return
    const saved = listingFormValues(listing)
    const values = readStoredValues(stored.values, saved)
    // A save whose response was lost.
    if (isSame(values, saved)) return dropUnsavedDraft(key, { fromAnyTab: true })
    // If the listing was saved elsewhere since, saving asks which of the two to keep.
    version.current = Math.min(version.current, stored.version)
    creationKey.current = stored.creationKey ?? ''
    form.restore(values)
    setRestored(true)
  })
  useEffect(() => restore(), [])

  const keep = useEffectEvent(() => {
    if (!isDraft) return
    if (!form.hasUnsavedChanges()) return dropUnsavedDraft(id.current ?? NEW_LISTING)
    creationKey.current ||= crypto.randomUUID()
    keepUnsavedDraft(id.current ?? NEW_LISTING, {
      version: version.current,
      creationKey: creationKey.current,
      values: form.readValues(),
    })
  })
  useEffect(() => {
    // Written when the browser has time for it, but before the page is left: a long description takes a moment.
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    const onHide = () => keep()
    window.addEventListener('pagehide', onHide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', onHide)
    }
  }, [form.values, form.isDirty])

  /** Discards the changes and shows `current`, as it is in the database. */
  function adopt(current: OwnListing) {
    version.current = current.version
    dropUnsavedDraft(current.id, { fromAnyTab: true })
    setRestored(false)
    form.clearFailure()
    form.load(listingFormValues(current))
  }

  /** Overwrites what another tab saved, which is `current`. */
  function saveOver(current: OwnListing) {
    version.current = current.version
    void (isDraft ? autosave.saveNow() : form.save())
  }

  /** Discards what was restored. */
  function discard() {
    dropUnsavedDraft(id.current ?? NEW_LISTING, { fromAnyTab: true })
    creationKey.current = ''
    setRestored(false)
    if (listing) adopt(listing)
    else form.reset()
  }

  /** The id of the listing, which is created if it doesn't exist yet. A folder gives its name to a listing without one. */
  function requireListingId(folderTitle?: string) {
    if (folderTitle && isDraft && form.readValues().title.trim() === '') form.setValue('title', folderTitle)
    if (id.current) return Promise.resolve(id.current)
    void autosave.saveNow()
    return created.promise
  }

  /** Saves a draft now. Resolves to its id if everything is saved. */
  async function saveAll() {
    await (id.current ? autosave.flush(true) : autosave.saveNow(true))
    return form.hasUnsavedChanges() ? undefined : id.current
  }

  /** Only what is published needs a title. */
  function requireTitle() {
    const values = form.readValues()
    const hasTitle = values.title.trim() !== '' || titleFromAddress(values) !== ''
    if (!hasTitle) form.showErrors({ title: 'Please enter a title' })
    return hasTitle
  }

  return {
    form,
    isDraft,
    saveAll,
    requireTitle,
    autosave,
    isRestored,
    dismissRestored: () => setRestored(false),
    discard,
    adopt,
    saveOver,
    requireListingId,
  }
}

export type ListingForm = ReturnType<typeof useListingForm>

type NewListingValues = Omit<Parameters<typeof createListing>[0]['data'], 'key'>

const KEEP_AFTER_MS = 250

function saveOutcome(error: unknown): SaveOutcome {
  if (isNetworkError(error)) return 'offline'
  if (isChangedElsewhere(error)) return 'conflict'
  // The portal asks for the password by itself, and the next attempt saves.
  if (isNotSignedIn(error)) return 'failed'
  const isTemporary = error instanceof AppError ? error.status >= 500 || error.status === 429 : error !== undefined
  return isTemporary ? 'failed' : 'refused'
}

/** What the browser kept, perhaps half typed or by an older version of this page: fields that are not valid stay as saved. */
function readStoredValues(stored: unknown, saved: ListingFormValues) {
  const { data: found = {} } = z.record(z.string(), z.unknown()).safeParse(stored)
  let values = saved
  for (const name of Object.keys(saved)) {
    const candidate: unknown = name in found ? { ...values, [name]: found[name] } : values
    if (isFormValues(candidate)) values = candidate
  }
  return values
}

const isFormValues = (values: unknown): values is ListingFormValues => ListingFormSchema.safeParse(values).success

/** Apart from what the server trims. */
const isSame = (one: ListingFormValues, other: ListingFormValues) => hashKey([trim(one)]) === hashKey([trim(other)])

const trim = (values: ListingFormValues) => ListingFormSchema.safeParse(values).data ?? values

/** A promise that is resolved later, from outside. */
function createSignal<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((fulfil) => {
    resolve = fulfil
  })
  return { promise, resolve }
}
