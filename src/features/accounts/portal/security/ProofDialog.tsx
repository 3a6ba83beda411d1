import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onProofNeeded } from '#platform/auth/proof.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { PasswordField } from '../../CredentialFields.tsx'
import { answerWithPasskey } from '../../passkeys/passkeyBrowser.ts'
import { beginPasskeyProof } from '../../passkeys/passkeys.functions.ts'
import { UsePasskey } from '../../secondFactor/SecondStepChoice.tsx'
import { SecondStepForm } from '../../secondFactor/SecondStepForm.tsx'
import { proofOptionsQuery, proveIdentity, secondFactorsQuery } from '../../secondFactor/secondFactor.functions.ts'
import { PasswordProofFormValues } from '../../secondFactor/secondFactor.schema.ts'
import { ProveWithProvider } from './ProviderInNewTab.tsx'

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
      {waiting && (
        <ProofForm
          label="Confirm"
          lead="You’re about to change something important. We won’t ask again for ten minutes."
          onProven={() => end(true)}
          onCancel={() => end(false)}
        />
      )}
    </Dialog>
  )
}

interface ProofFormProps {
  /** What the button says. */
  label: string
  /** Says why. */
  lead?: string
  onProven: () => void
  /** Without one, there is nothing to go back to. */
  onCancel?: () => void
}

/** Asks for what the agent can prove it with. */
export function ProofForm({ label, lead, onProven, onCancel }: ProofFormProps) {
  const queryClient = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(proofOptionsQuery)
  if (isError && !data) return <SectionError what="this page" onRetry={refetch} busy={isFetching} />
  if (!data) return <Skeleton h={140} role="status" aria-label="Loading" />
  return (
    <Stack gap="md">
      {lead && <Text size="sm">{lead}</Text>}
      {data.hasAuthenticator ? (
        <SecondStepForm
          label={label}
          send={(step) => proveIdentity({ data: step })}
          onDone={() => {
            onProven()
            // A recovery code may have been used.
            void queryClient.invalidateQueries(secondFactorsQuery)
          }}
        />
      ) : (
        data.hasPassword && <PasswordForm label={label} onProven={onProven} onCancel={onCancel} />
      )}
      {data.hasPasskey && (
        <UsePasskey use={proveWithPasskey} onDone={onProven} isOnly={!data.hasAuthenticator && !data.hasPassword} />
      )}
      {data.providers.length > 0 && <ProveWithProvider providers={data.providers} onProven={onProven} />}
    </Stack>
  )
}

async function proveWithPasskey() {
  const passkey = await answerWithPasskey(await beginPasskeyProof())
  await proveIdentity({ data: { kind: 'passkey', passkey } })
}

function PasswordForm({ label, onProven, onCancel }: ProofFormProps) {
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
        {onCancel ? (
          <DialogFooter label={label} form={form} onCancel={onCancel} />
        ) : (
          <>
            <FailureAlert error={form.failure} />
            <SubmitButton loading={form.isBusy}>{label}</SubmitButton>
          </>
        )}
      </Stack>
    </form>
  )
}
