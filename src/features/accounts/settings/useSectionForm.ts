import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { showToast } from '#ui/toasts.ts'
import { useReadOnlyUntilAwake } from '#ui/useReadOnlyUntilAwake.ts'
import { currentUserQuery } from '../accounts.functions.ts'
import { settingsQuery } from '../settings.functions.ts'
import { focusFirstError, showFailure } from './showFailure.ts'

interface SectionFormOptions<Values> {
  schema: Parameters<typeof schemaResolver>[0]
  stored: Values
  save: (call: { data: Values }) => Promise<unknown>
  praise: string
}

/** A part of the settings that is saved by its button, with one schema for the form and the server. */
export function useSectionForm<Values extends Record<string, unknown>>(options: SectionFormOptions<Values>) {
  const { schema, stored, save, praise } = options
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    initialValues: stored,
    validate: schemaResolver(schema, { sync: true }),
    enhanceGetInputProps: useReadOnlyUntilAwake(),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) => save({ data: values }),
    onSuccess: async (_answer, values) => {
      // What was typed while it was being saved is still to be saved.
      form.resetDirty(values)
      showToast(praise)
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ])
    },
    onError: (error) => showFailure(form, error),
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

export type SectionForm<Values extends Record<string, unknown>> = ReturnType<typeof useSectionForm<Values>>
