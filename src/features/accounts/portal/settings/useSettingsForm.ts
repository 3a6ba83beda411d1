import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { showToast } from '#ui/feedback/toasts.tsx'
import { focusFirstError, showServerErrors } from '#ui/form/formErrors.ts'
import { useReadOnlyUntilHydrated } from '#ui/form/useHydrated.ts'
import { currentUserQuery } from '../../accounts.functions.ts'
import { type AgentCard, cardAccents, type Profile } from '../../accounts.schema.ts'
import { type Settings, settingsQuery } from '../../settings.functions.ts'

interface SettingsFormOptions<Values> {
  schema: Parameters<typeof schemaResolver>[0]
  stored: Values
  save: (call: { data: Values }) => Promise<unknown>
  successMessage: string
}

/** A part of the settings that is saved by its button, with one schema for the form and the server. */
export function useSettingsForm<Values extends Record<string, unknown>>(options: SettingsFormOptions<Values>) {
  const { schema, stored, save, successMessage } = options
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    initialValues: stored,
    validate: schemaResolver(schema, { sync: true }),
    enhanceGetInputProps: useReadOnlyUntilHydrated(),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) => save({ data: values }),
    onSuccess: async (_answer, values) => {
      // What was typed while it was being saved is still to be saved.
      form.resetDirty(values)
      showToast(successMessage)
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ])
    },
    onError: (error) => showServerErrors(form, error),
  })
  const adopt = useEffectEvent((latest: string) => {
    if (form.isDirty()) return
    form.setValues(JSON.parse(latest))
    form.resetDirty(JSON.parse(latest))
  })
  // Tidied by the server, or changed in another tab: shown unless somebody is typing.
  const latest = JSON.stringify(stored)
  useEffect(() => adopt(latest), [latest])
  const submit = form.onSubmit((values) => mutate(values), focusFirstError(form))
  return { form, submit, isPending }
}

export type SettingsForm<Values extends Record<string, unknown>> = ReturnType<typeof useSettingsForm<Values>>

export const profileValues = ({ firstName, lastName, phone, agencyName, timeZone }: Settings): Profile => ({
  firstName,
  lastName,
  phone,
  agencyName,
  timeZone,
})

/** An accent that no longer exists falls back to the first. */
export const agentCardValues = ({ cardTagline, cardAccent, cardShowsPhone, cardShowsEmail }: Settings): AgentCard => ({
  cardTagline,
  cardAccent: cardAccents.find((accent) => accent === cardAccent) ?? cardAccents[0],
  cardShowsPhone,
  cardShowsEmail,
})
