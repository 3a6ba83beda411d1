import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { PasswordChange } from '../../accounts.schema.ts'
import { NewPasswordField, PasswordField } from '../../PasswordFields.tsx'
import { changePassword, sessionsQuery } from '../../settings.functions.ts'
import { SettingsSection } from './SettingsSection.tsx'

export function PasswordSection({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    schema: PasswordChange,
    submit: (data) => changePassword({ data }),
    onSuccess: async () => {
      form.load({ oldPassword: '', newPassword: '' })
      showToast('Password changed. We’ve signed out your other devices.')
      await queryClient.invalidateQueries(sessionsQuery)
    },
  })
  return (
    <SettingsSection id="password">
      <form {...form.formProps}>
        <SectionBody>
          <Stack gap="md" maw={360}>
            {/* Tells a password manager whose password this is. */}
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              {...form.textField('oldPassword')}
            />
            <NewPasswordField {...form.textField('newPassword')} />
            <FailureAlert error={form.failure} />
          </Stack>
        </SectionBody>
        <SectionFooter>
          <Button type="submit" variant="default" loading={form.isBusy}>
            Change password
          </Button>
        </SectionFooter>
      </form>
    </SettingsSection>
  )
}
