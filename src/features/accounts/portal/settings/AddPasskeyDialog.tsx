import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { currentUserQuery } from '../../accounts.functions.ts'
import { PasswordField } from '../../CredentialFields.tsx'
import { answerWithPasskey, createPasskey } from '../../passkeyBrowser.ts'
import { addPasskey, beginPasskey, beginPasskeyProof, type Passkey, passkeysQuery } from '../../passkeys.functions.ts'
import { PasswordProof } from '../../passkeys.schema.ts'
import { NamePasskeyForm } from './NamePasskeyForm.tsx'

interface AddPasskeyDialogProps {
  opened: boolean
  onClose: () => void
  hasPassword: boolean
}

/** Who it is, the browser's own question, and then a name. */
export const AddPasskeyDialog = ({ opened, onClose, hasPassword }: AddPasskeyDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add a passkey">
    <AddPasskey onClose={onClose} onDone={onClose} hasPassword={hasPassword} />
  </Dialog>
)

type Challenge = Awaited<ReturnType<typeof beginPasskey>>

interface AddPasskeyProps {
  hasPassword: boolean
  onClose: () => void
  /** It is added. */
  onDone: () => void
}

export function AddPasskey({ hasPassword, onClose, onDone }: AddPasskeyProps) {
  const queryClient = useQueryClient()
  const [challenge, setChallenge] = useState<Challenge>()
  const [added, setAdded] = useState<Pick<Passkey, 'id' | 'name'>>()
  const create = useMutation({
    mutationFn: async (answered: Challenge) => addPasskey({ data: await createPasskey(answered) }),
    onSuccess: async (passkey) => {
      setAdded(passkey)
      await Promise.all([passkeysQuery, currentUserQuery].map((query) => queryClient.invalidateQueries(query)))
    },
    meta: { handled: true },
  })
  function goOn(next: Challenge) {
    setChallenge(next)
    create.mutate(next)
  }
  if (added)
    return (
      <Stack gap="md">
        <Text size="sm">Done: you can now sign in with this passkey. What would you like to call it?</Text>
        <NamePasskeyForm passkey={added} cancelLabel="Keep this name" onDone={onDone} />
      </Stack>
    )
  if (challenge)
    return (
      <Stack gap="md">
        <Text size="sm">Your browser now asks for your fingerprint, face or screen lock.</Text>
        <FailureAlert error={create.error} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={create.isPending} onClick={() => create.mutate(challenge)}>
            Create passkey
          </Button>
        </Group>
      </Stack>
    )
  return hasPassword ? (
    <ConfirmPassword onDone={goOn} onCancel={onClose} />
  ) : (
    <ConfirmPasskey onDone={goOn} onCancel={onClose} />
  )
}

interface ConfirmProps {
  onDone: (challenge: Challenge) => void
  onCancel: () => void
}

function ConfirmPassword({ onDone, onCancel }: ConfirmProps) {
  const form = useForm({
    initialValues: { password: '' },
    schema: PasswordProof,
    submit: (data) => beginPasskey({ data }),
    onSuccess: onDone,
  })
  return (
    <form {...form.formProps} aria-label="Confirm that it’s you">
      <Stack gap="md">
        <Text size="sm">First confirm that it’s you. Anyone with a passkey of yours can sign in to your account.</Text>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.textField('password')}
        />
        <DialogFooter label="Continue" form={form} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function ConfirmPasskey({ onDone, onCancel }: ConfirmProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => beginPasskey({ data: { passkey: await answerWithPasskey(await beginPasskeyProof()) } }),
    onSuccess: onDone,
    meta: { handled: true },
  })
  return (
    <Stack gap="md">
      <Text size="sm">First confirm that it’s you, with a passkey that you have already.</Text>
      <FailureAlert error={error} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={isPending} onClick={() => mutate()} data-autofocus>
          Use a passkey
        </Button>
      </Group>
    </Stack>
  )
}
