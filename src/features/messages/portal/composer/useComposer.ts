import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { useForm } from '#ui/form/useForm.ts'
import type { MessageKind } from '#values/messageValues.ts'
import { createMessage } from '../../messages.functions.ts'
import type { NewMessageSearch } from '../../messagesSearch.ts'
import { type SuggestedMessage, useSuggestedTexts } from '../useSuggestedTexts.ts'
import { ComposerValues as ComposerSchema, type ComposerValues, messageInput, usualSendAt } from './composerValues.ts'

export type CreatedMessage = Awaited<ReturnType<typeof createMessage>>

interface ComposerOptions {
  listing: { id: string }
  start: NewMessageSearch
  suggestion: SuggestedMessage
  timeZone: string
  onCreated: (created: CreatedMessage) => void
  /** The page shows the error beside its field. */
  onFieldError: () => void
}

/** The form of a message. */
export function useComposer({ listing, start, suggestion, timeZone, onCreated, onFieldError }: ComposerOptions) {
  const queryClient = useQueryClient()
  /** The same for each attempt to send this message, so that a lost response sends nothing twice. */
  const [creationKey] = useState(() => crypto.randomUUID())
  const [initialValues] = useState(() => startValues(start, suggestion, timeZone))
  const form = useForm({
    initialValues,
    schema: ComposerSchema,
    submit: (values) => createMessage({ data: messageInput(listing.id, values, { creationKey, timeZone }) }),
    onSuccess: async (created) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.messages.all })
      onCreated(created)
    },
    onFailure: (error) => {
      if (error instanceof AppError && error.fields) onFieldError()
    },
  })
  const texts = useSuggestedTexts(form, suggestion)

  async function chooseKind(kind: MessageKind) {
    form.setValue('kind', kind)
    form.setValue('calendarEntry', '')
    const next = await texts.follow({ listingId: listing.id, kind })
    if (next) form.setValue('calendarEntry', next.calendarEntry ?? '')
  }

  const { suggested, isSuggested, useSuggestion } = texts
  return {
    form,
    chooseKind: (kind: MessageKind) => void chooseKind(kind),
    /** Whether our text for this kind differs from what the agent wrote. */
    hasOtherSuggestion: suggested.kind === form.values.kind && suggested.subject !== '' && !isSuggested(form.values),
    useSuggestion,
  }
}

const startValues = (
  { leads }: NewMessageSearch,
  { kind, subject, body, calendarEntry }: SuggestedMessage,
  timeZone: string,
): ComposerValues => ({
  kind,
  audience: leads ? { leadIds: leads.split(',') } : {},
  ...{ subject, body, calendarEntry: calendarEntry ?? '' },
  when: 'now',
  sendAt: usualSendAt(timeZone),
})
