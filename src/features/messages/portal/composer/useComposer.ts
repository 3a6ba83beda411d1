import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnListing } from '#features/listings/listings.functions.ts'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useForm } from '#ui/form/useForm.ts'
import type { MessageKind } from '#values/messageValues.ts'
import { createMessage } from '../../messages.functions.ts'
import type { NewMessageSearch } from '../../messagesSearch.ts'
import { type SuggestedMessage, useSuggestedTexts } from '../useSuggestedTexts.ts'
import { ComposerValues as ComposerSchema, type ComposerValues, defaultSendAt, messageInput } from './composerValues.ts'

export type CreatedMessage = Awaited<ReturnType<typeof createMessage>>

interface ComposerOptions {
  listing: OwnListing
  start: NewMessageSearch
  suggestion: SuggestedMessage
  timeZone: string
  onCreated: (created: CreatedMessage) => void
  /** The page shows the error beside its field. */
  onFieldError: () => void
}

/** While the agent is typing a price, our text waits for a pause. */
const TYPING_DELAY_MS = 300

/** The form of a message. */
export function useComposer({ listing, start, suggestion, timeZone, onCreated, onFieldError }: ComposerOptions) {
  const queryClient = useQueryClient()
  /** The same for each attempt to send this message, so that a lost response sends nothing twice. */
  const [creationKey] = useState(() => crypto.randomUUID())
  const [initialValues] = useState(() => startValues(listing, { start, suggestion, timeZone }))
  const form = useForm({
    initialValues,
    schema: ComposerSchema,
    submit: (values) => createMessage({ data: messageInput(listing, values, { creationKey, timeZone }) }),
    onSuccess: async (created) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.messages.all })
      onCreated(created)
      void queryClient.invalidateQueries({ queryKey: queryKeys.listings.all })
    },
    onFailure: (error) => {
      if (error instanceof AppError && error.fields) onFieldError()
      // Someone may have changed the listing meanwhile: the next attempt is based on what it is now.
      void queryClient.invalidateQueries({ queryKey: queryKeys.listings.one(listing.id) })
    },
  })
  const texts = useSuggestedTexts(form, suggestion)

  const suggestionInput = (kind: MessageKind, { price, priceText }: Pick<ComposerValues, 'price' | 'priceText'>) => ({
    ...{ listingId: listing.id, kind },
    ...(kind === 'price' && { price, priceText }),
    ...(kind === 'open_home' && start.openHome && { openHomeId: start.openHome }),
  })

  async function chooseKind(kind: MessageKind) {
    form.setValue('kind', kind)
    form.setValue('calendarEntry', '')
    const next = await texts.follow(suggestionInput(kind, form.readValues()))
    if (next) form.setValue('calendarEntry', next.calendarEntry ?? '')
  }

  /** The text says the price that the listing will show. */
  function changePrice(change: Partial<Pick<ComposerValues, 'price' | 'priceText'>>) {
    if (change.price !== undefined) form.setValue('price', change.price)
    if (change.priceText !== undefined) form.setValue('priceText', change.priceText)
    followPrice({ ...form.readValues(), ...change })
  }
  const followPrice = useDebouncedCallback(
    ({ price, priceText }: ComposerValues) => texts.follow(suggestionInput('price', { price, priceText })),
    TYPING_DELAY_MS,
  )

  const { suggested, isSuggested, useSuggestion } = texts
  return {
    form,
    changePrice,
    chooseKind: (kind: MessageKind) => void chooseKind(kind),
    /** Whether our text for this kind differs from what the agent wrote. */
    hasOtherSuggestion: suggested.kind === form.values.kind && suggested.subject !== '' && !isSuggested(form.values),
    useSuggestion,
  }
}

const startValues = (
  { price, priceText }: OwnListing,
  {
    start: { leads },
    suggestion: { kind, subject, body, calendarEntry },
    timeZone,
  }: Pick<ComposerOptions, 'start' | 'suggestion' | 'timeZone'>,
): ComposerValues => ({
  kind,
  audience: leads ? { leadIds: leads.split(',') } : {},
  ...{ subject, body, calendarEntry: calendarEntry ?? '' },
  ...{ price, priceText },
  when: 'now',
  sendAt: defaultSendAt(timeZone),
})
