import { Button, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#ui/feedback/toasts.tsx'
import { focusFirstError, showServerErrors } from '#ui/form/formErrors.ts'
import { useReadOnlyUntilHydrated } from '#ui/form/useHydrated.ts'
import { SectionBody, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { PasswordChange } from '../../accounts.schema.ts'
import { NewPasswordField, PasswordField } from '../../PasswordFields.tsx'
import { changePassword, sessionsQuery } from '../../settings.functions.ts'
import { SettingsSection } from './SettingsSection.tsx'

export function PasswordSection({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    validate: schemaResolver(PasswordChange, { sync: true }),
    enhanceGetInputProps: useReadOnlyUntilHydrated(),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (data: PasswordChange) => changePassword({ data }),
    onSuccess: async () => {
      form.reset()
      showToast('Password changed. We’ve signed out your other devices.')
      await queryClient.invalidateQueries(sessionsQuery)
    },
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <SettingsSection id="password">
      <form onSubmit={form.onSubmit((values) => mutate(values), focusFirstError(form))} noValidate>
        <SectionBody>
          <Stack gap="md" maw={360}>
            {/* Tells a password manager whose password this is. */}
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              {...form.getInputProps('oldPassword')}
            />
            <NewPasswordField {...form.getInputProps('newPassword')} />
          </Stack>
        </SectionBody>
        <SectionFooter>
          <Button type="submit" variant="default" loading={isPending}>
            Change password
          </Button>
        </SectionFooter>
      </form>
    </SettingsSection>
  )
}
