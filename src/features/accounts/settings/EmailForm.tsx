import { Button, SimpleGrid, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PasswordField } from '#ui/PasswordField.tsx'
import { SectionBody, SectionFooter } from '#ui/SectionCard.tsx'
import { useReadOnlyUntilHydrated } from '#ui/useReadOnlyUntilAwake.ts'
import { EmailChange } from '../accounts.ts'
import { requestEmailChange, settingsQuery } from '../settings.functions.ts'
import { focusFirstError, showServerErrors } from './showFailure.ts'

export function EmailForm({ onSent }: { onSent: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(EmailChange, { sync: true }),
    enhanceGetInputProps: useReadOnlyUntilHydrated(),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (data: EmailChange) => requestEmailChange({ data }),
    onSuccess: async () => {
      form.reset()
      await queryClient.invalidateQueries(settingsQuery)
      onSent()
    },
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <form onSubmit={form.onSubmit((values) => mutate(values), focusFirstError(form))} noValidate>
      <SectionBody>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label="New email address"
            type="email"
            inputMode="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <PasswordField label="Your password" autoComplete="current-password" {...form.getInputProps('password')} />
        </SimpleGrid>
      </SectionBody>
      <SectionFooter>
        <Button type="submit" variant="default" loading={isPending}>
          Change email address
        </Button>
      </SectionFooter>
    </form>
  )
}
