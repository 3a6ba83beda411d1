import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { PasswordChange } from '../../accounts.schema.ts'
import { NewPasswordField, PasswordField } from '../../CredentialFields.tsx'
import { changePassword, type Settings, sessionsQuery } from '../../settings.functions.ts'
import { SettingsSection } from '../settings/SettingsSection.tsx'
import { CreatePasswordForm } from './PasswordlessForms.tsx'

/** One section in both cases: the navigation of the page follows its heading. */
export const PasswordSection = ({ settings: { email, hasPassword } }: { settings: Settings }) => (
  <SettingsSection id="password">
    {hasPassword ? <ChangePasswordForm email={email} /> : <CreatePasswordForm email={email} />}
  </SettingsSection>
)

function ChangePasswordForm({ email }: { email: string }) {
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
    <form {...form.formProps}>
      <SectionBody>
        <Stack gap="md" maw={360}>
          {/* Tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="Current password" autoComplete="current-password" {...form.textField('oldPassword')} />
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
  )
}
