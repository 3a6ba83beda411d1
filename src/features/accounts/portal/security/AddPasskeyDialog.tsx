import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { currentUserQuery } from '../../accounts.functions.ts'
import { PasswordField } from '../../CredentialFields.tsx'
import { answerWithPasskey, createPasskey } from '../../passkeys/passkeyBrowser.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  type Passkey,
  passkeysQuery,
} from '../../passkeys/passkeys.functions.ts'
import { PasswordProof } from '../../passkeys/passkeys.schema.ts'
import { NamePasskeyForm } from './NamePasskeyForm.tsx'

interface AddPasskeyDialogProps {
  opened: boolean
  onClose: () => void
  hasPassword: boolean
  /** Another one already. */
  hasPasskey: boolean
}

/** Who it is, the browser's own question, and then a name. */
export const AddPasskeyDialog = ({ opened, onClose, ...has }: AddPasskeyDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add a passkey">
    <AddPasskey onClose={onClose} onDone={onClose} {...has} />
  </Dialog>
)

type Challenge = Awaited<ReturnType<typeof beginPasskey>>

interface AddPasskeyProps {
  hasPassword: boolean
  hasPasskey: boolean
  onClose: () => void
  /** It is added. */
  onDone: () => void
}

export function AddPasskey({ hasPassword, hasPasskey, onClose, onDone }: AddPasskeyProps) {
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
    <ConfirmPasskey hasPasskey={hasPasskey} onDone={goOn} onCancel={onClose} />
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
        <Text size="sm">
          First confirm that it’s you. Anyone with one of your passkeys can sign in to your account.
        </Text>
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

/** Without a passkey, the call asks for a proof with Google or Microsoft. */
function ConfirmPasskey({ hasPasskey, onDone, onCancel }: ConfirmProps & { hasPasskey: boolean }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      beginPasskey({ data: hasPasskey ? { passkey: await answerWithPasskey(await beginPasskeyProof()) } : {} }),
    onSuccess: onDone,
    meta: { handled: true },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        {hasPasskey
          ? 'First confirm that it’s you, with a passkey that you have already.'
          : 'First confirm that it’s you. Anyone with one of your passkeys can sign in to your account.'}
      </Text>
      <FailureAlert error={error} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={isPending} onClick={() => mutate()} data-autofocus>
          {hasPasskey ? 'Use a passkey' : 'Continue'}
        </Button>
      </Group>
    </Stack>
  )
}
