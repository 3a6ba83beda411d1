import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '#ui/feedback/toasts.tsx'
import { type FormSchema, useForm } from '#ui/form/useForm.ts'
import { currentUserQuery } from '../../accounts.functions.ts'
import { type AgentCardSettings, cardAccents, type Profile } from '../../accounts.schema.ts'
import { type Settings, settingsQuery } from '../../settings.functions.ts'

interface SettingsFormOptions<Values extends object> {
  schema: FormSchema
  stored: Values
  save: (call: { data: Values }) => Promise<unknown>
  successMessage: string
}

/** The form of a settings section. */
export function useSettingsForm<Values extends object>(options: SettingsFormOptions<Values>) {
  const { schema, stored, save, successMessage } = options
  const queryClient = useQueryClient()
  return useForm({
    initialValues: stored,
    schema,
    submit: (values) => save({ data: values }),
    onSuccess: async () => {
      showToast(successMessage)
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ])
    },
  })
}

export type SettingsForm<Values extends object> = ReturnType<typeof useSettingsForm<Values>>

export const profileValues = ({
  firstName,
  lastName,
  phone,
  agencyName,
  licenceLine,
  timeZone,
}: Settings): Profile => ({
  firstName,
  lastName,
  phone,
  agencyName,
  licenceLine,
  timeZone,
})

/** An accent that no longer exists falls back to the first. */
export const agentCardValues = ({
  cardTagline,
  cardAccent,
  cardShowsPhone,
  cardShowsEmail,
}: Settings): AgentCardSettings => ({
  cardTagline,
  cardAccent: cardAccents.find((accent) => accent === cardAccent) ?? cardAccents[0],
  cardShowsPhone,
  cardShowsEmail,
})
