import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onSessionEnd } from '#platform/auth/sessionEndListeners.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { TextLink } from '#ui/links.tsx'
import { currentUserQuery, login } from '../accounts.functions.ts'
import { Credentials } from '../accounts.schema.ts'
import { PasswordField } from '../CredentialFields.tsx'
import { PasskeySignIn } from '../passkeys/PasskeySignIn.tsx'
import { SecondStepChoice } from '../secondFactor/SecondStepChoice.tsx'
import { fetchSecondStep, type PendingSecondStep } from '../secondFactor/secondFactor.functions.ts'
import { isSecondStepExpired } from '../secondFactor/secondFactor.schema.ts'
import { SignInWithProvider } from './security/ProviderInNewTab.tsx'

/** Asks for the password, a passkey or an account at Google or Microsoft when the session has ended. The page underneath keeps everything that was typed. */
export function SignInAgain() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const { data: user, dataUpdatedAt } = useSuspenseQuery(currentUserQuery)
  useEffect(() => onSessionEnd(open), [open])
  useReloadForAnotherAgent(user.id)

  const end = useEffectEvent(close)
  // Closes after signing in again here or in another tab.
  useEffect(() => end(), [dataUpdatedAt])

  async function goOn() {
    close()
    await Promise.all([queryClient.invalidateQueries(), router.invalidate()])
  }

  return (
    <Modal.Root opened={opened} onClose={close} closeOnClickOutside={false} centered size={420}>
      <Modal.Overlay />
      <Modal.Content p="lg">
        <Stack gap="md">
          <div>
            <Modal.Title fz="h3" fw={600}>
              Please sign in again
            </Modal.Title>
            <Text c="dimmed" size="sm" mt={4}>
              Your session has ended. Your work on this page is safe.
            </Text>
          </div>
          <SignInAgainSteps key={opened ? 'open' : 'closed'} email={user.email} onDone={goOn} />
        </Stack>
      </Modal.Content>
    </Modal.Root>
  )
}

interface SignInAgainStepsProps {
  email: string
  onDone: () => unknown
}

/** How agents sign in, and then the second step if the account has one. */
export function SignInAgainSteps({ email, onDone }: SignInAgainStepsProps) {
  /** The password was right, and is not enough. */
  const [pending, setPending] = useState<PendingSecondStep>()
  if (!pending) return <SignInAgainForm email={email} onDone={(next) => (next ? setPending(next) : onDone())} />
  return (
    <SecondStepChoice
      hasAuthenticator={pending.hasAuthenticator}
      hasPasskey={pending.hasPasskey}
      onDone={onDone}
      onFailure={(error) => {
        if (isSecondStepExpired(error)) setPending(undefined)
      }}
    />
  )
}

/** When another tab signs in as another agent, no data of the first agent may stay in this one. */
function useReloadForAnotherAgent(id: string) {
  const first = useRef(id)
  useEffect(() => {
    if (id !== first.current) window.location.reload()
  }, [id])
}

interface SignInAgainFormProps {
  email: string
  /** With the second step, if there is one. */
  onDone: (pending: PendingSecondStep | null) => unknown
}

function SignInAgainForm({ email, onDone }: SignInAgainFormProps) {
  const form = useForm({
    initialValues: { email, password: '' },
    schema: Credentials,
    submit: async (data) => ((await login({ data })).isSignedIn ? null : fetchSecondStep()),
    onSuccess: onDone,
    onFailure: () => form.focus('password'),
  })
  return (
    <form method="post" {...form.formProps}>
      <Stack gap="md">
        <TextInput
          {...form.nativeField('email')}
          label="Email"
          type="email"
          autoComplete="username"
          readOnly
          variant="filled"
        />
        <PasswordField
          {...form.nativeField('password')}
          label="Password"
          autoComplete="current-password"
          data-autofocus
        />
        <FailureAlert error={form.failure} />
        <SubmitButton loading={form.isBusy}>Sign in</SubmitButton>
        <PasskeySignIn onSignedIn={() => onDone(null)} />
        <SignInWithProvider onSignedIn={() => onDone(null)} />
        <Text size="sm" ta="center">
          <TextLink to="/login" reloadDocument>
            Use a different account
          </TextLink>
        </Text>
      </Stack>
    </form>
  )
}
