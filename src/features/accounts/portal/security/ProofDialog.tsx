import { Button, Divider, Skeleton, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onProofNeeded } from '#platform/auth/proof.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { SecondStepForm } from '../../CodeFields.tsx'
import { PasswordField } from '../../CredentialFields.tsx'
import { IdentityProof } from './IdentityProof.tsx'
import { answerWithPasskey, canUsePasskeys } from '../../passkeyBrowser.ts'
import { beginPasskeyProof } from '../../passkeys.functions.ts'
import { proofOptionsQuery, proveIdentity, secondFactorsQuery } from '../../secondFactor.functions.ts'
import { PasswordProofFormValues } from '../../secondFactor.schema.ts'

/**
 * Asks for the password, a code or a passkey when a call needs a proof that it is still the agent. The call waits, and is sent again then: the form
 * or button that made it keeps everything.
 */
export function ProofDialog() {
  const [waiting, setWaiting] = useState<(isProven: boolean) => void>()
  useEffect(() => onProofNeeded(() => new Promise((resolve) => setWaiting(() => resolve))), [])
  const end = (isProven: boolean) => {
    waiting?.(isProven)
    setWaiting(undefined)
  }
  return (
    <Dialog opened={waiting !== undefined} onClose={() => end(false)} title="Confirm it’s you" size={420}>
      {waiting && <ProofForm onProven={() => end(true)} onCancel={() => end(false)} />}
    </Dialog>
  )
}

interface ProofFormProps {
  onProven: () => void
  onCancel: () => void
}

function ProofForm({ onProven, onCancel }: ProofFormProps) {
  const queryClient = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(proofOptionsQuery)
  if (isError && !data) return <SectionError what="this page" onRetry={refetch} busy={isFetching} />
  if (!data) return <Skeleton h={140} role="status" aria-label="Loading" />
  return (
    <Stack gap="md">
      <Text size="sm">You’re about to change something important. We won’t ask again for ten minutes.</Text>
      {data.hasAuthenticator ? (
        <SecondStepForm
          label="Confirm"
          send={(step) => proveIdentity({ data: step })}
          onDone={() => {
            onProven()
            // A recovery code may have been used.
            void queryClient.invalidateQueries(secondFactorsQuery)
          }}
        />
      ) : (
        data.hasPassword && <PasswordForm onProven={onProven} onCancel={onCancel} />
      )}
      {data.hasPasskey && <PasskeyProof onProven={onProven} isOnly={!data.hasAuthenticator && !data.hasPassword} />}
      {data.providers.length > 0 && <IdentityProof providers={data.providers} onProven={onProven} />}
    </Stack>
  )
}

interface PasskeyProofProps {
  onProven: () => void
  /** Without a form above it. */
  isOnly: boolean
}

function PasskeyProof({ onProven, isOnly }: PasskeyProofProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const passkey = await answerWithPasskey(await beginPasskeyProof())
      await proveIdentity({ data: { kind: 'passkey', passkey } })
    },
    onSuccess: onProven,
    meta: { handled: true },
  })
  if (!canUsePasskeys())
    return isOnly && <Text size="sm">Passkeys don’t work in this browser. Please use another one.</Text>
  return (
    <>
      {!isOnly && <Divider label="or" />}
      <FailureAlert error={error} />
      <Button
        variant={isOnly ? 'filled' : 'default'}
        leftSection={<IconFingerprint {...icon} />}
        loading={isPending}
        onClick={() => mutate()}
        autoFocus={isOnly}
      >
        Use a passkey
      </Button>
    </>
  )
}

function PasswordForm({ onProven, onCancel }: ProofFormProps) {
  const form = useForm({
    initialValues: { password: '' },
    schema: PasswordProofFormValues,
    submit: ({ password }) => proveIdentity({ data: { kind: 'password', password } }),
    onSuccess: onProven,
    onFailure: () => form.focus('password'),
  })
  return (
    <form {...form.formProps} aria-label="Confirm it’s you">
      <Stack gap="md">
        <PasswordField
          {...form.textField('password')}
          label="Your password"
          autoComplete="current-password"
          // The dialog is open already when the form comes.
          autoFocus
        />
        <DialogFooter label="Confirm" form={form} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
