import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { NewPasswordField } from '../../CredentialFields.tsx'
import { answerWithPasskey } from '../../passkeys/passkeyBrowser.ts'
import { beginPasskeyProof, createPassword, passkeysQuery, removePassword } from '../../passkeys/passkeys.functions.ts'
import { PasswordCreationFormValues } from '../../passkeys/passkeys.schema.ts'
import { sessionsQuery, settingsQuery } from '../../settings.functions.ts'

const proveWithPasskey = async () => answerWithPasskey(await beginPasskeyProof())

/** For an account that has a passkey. The passkey is asked for, so that it is sure to work. */
export function RemovePassword() {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => removePassword({ data: { passkey: await proveWithPasskey() } }),
    onSuccess: async () => {
      showToast('Password removed. You now sign in with a passkey.')
      await Promise.all([queryClient.invalidateQueries(settingsQuery), queryClient.invalidateQueries(sessionsQuery)])
    },
    meta: { handled: true },
  })
  return (
    <SectionBody>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          With a passkey you don’t need your password. If you ever lose your passkeys, you can create a password by
          email.
        </Text>
        <FailureAlert error={error} />
        <ConfirmPopover
          label="Remove password"
          question="You’ll confirm with a passkey. From then on it’s how you sign in, and we’ll sign out your other devices."
          busy={isPending}
          button={{ size: 'sm' }}
          onConfirm={mutate}
        />
      </Stack>
    </SectionBody>
  )
}

/** In place of the form that changes the password. Without a passkey, the call asks for a proof. */
export function CreatePasswordForm({ email }: { email: string }) {
  const hasPasskey = useQuery(passkeysQuery).data?.length !== 0
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { newPassword: '' },
    schema: PasswordCreationFormValues,
    submit: async ({ newPassword }) =>
      createPassword({ data: { newPassword, ...(hasPasskey && { passkey: await proveWithPasskey() }) } }),
    onSuccess: async () => {
      showToast('Password created. We’ve signed out your other devices.')
      await Promise.all([queryClient.invalidateQueries(settingsQuery), queryClient.invalidateQueries(sessionsQuery)])
    },
  })
  return (
    <form {...form.formProps}>
      <SectionBody>
        <Stack gap="md" maw={360}>
          <Text size="sm">
            Your account has no password: you sign in with {hasPasskey ? 'a passkey' : 'Google or Microsoft'}. You can
            create one here.
          </Text>
          {/* Tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordField {...form.textField('newPassword')} />
          <FailureAlert error={form.failure} />
        </Stack>
      </SectionBody>
      <SectionFooter>
        <Button type="submit" variant="default" loading={form.isBusy}>
          Create password
        </Button>
      </SectionFooter>
    </form>
  )
}
