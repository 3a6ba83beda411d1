import { Button, Stack, Text } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ResendButton, SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useFocusFirstField, useForm } from '#ui/form/useForm.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { resendFirstPasswordLink, resetPassword } from '../accounts.functions.ts'
import { FIRST_PASSWORD_LINK_DAYS, NewPasswordFormValues, type PasswordLink } from '../accounts.schema.ts'
import { NewPasswordField } from '../CredentialFields.tsx'
import type { ProviderVisitResult } from '../providerVisitResult.ts'
import { JoinWithProvider } from './JoinWithProvider.tsx'
import { ProviderVisitNotice } from './ProviderVisitNotice.tsx'

const STRONG_PASSWORD = 'A few unrelated words are stronger than a short password with symbols.'

type Outcome = 'changed' | 'dead link'

interface NewPasswordPageProps extends PasswordLink {
  token: string
  /** The link came with the first email of a new account, not with a reset. */
  isFirst: boolean
  visit?: ProviderVisitResult
}

/** What a link in a reset or "create your password" email opens. */
export function NewPasswordPage({ token, isFirst, visit, state, signedInAs }: NewPasswordPageProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome === 'changed') return <PasswordChanged />
  if (state === 'used') return <PasswordExists signedInAs={signedInAs} />
  if (state === 'expired' || (outcome === 'dead link' && isFirst))
    return <ExpiredInvitation token={token} isReplacing={outcome !== undefined} />
  if (outcome === 'dead link') return <ExpiredLink />
  return (
    <TaskCard
      title={isFirst ? 'Create your password' : 'Set a new password'}
      lead={isFirst ? STRONG_PASSWORD : `${STRONG_PASSWORD} We’ll sign you out on your other devices.`}
    >
      <ProviderVisitNotice {...visit} />
      {signedInAs && (
        <Notice icon={<IconUserCircle {...icon} />} title={`You’re signed in as ${signedInAs}`} tone="amber">
          <p>This link is for another account. Creating its password signs you out here and opens that account.</p>
        </Notice>
      )}
      <NewPasswordForm
        token={token}
        isFirst={isFirst}
        onChanged={() => setOutcome('changed')}
        onFailure={(error) => {
          if (isDeadLink(error)) setOutcome('dead link')
        }}
      />
    </TaskCard>
  )
}

const isDeadLink = (error: unknown) => error instanceof AppError && error.fields?.token !== undefined

const PasswordChanged = () => (
  <TaskCard takesFocus title="Your password has been changed" lead="Sign in with your new password.">
    <ButtonLink to="/login" fullWidth size="md">
      Sign in
    </ButtonLink>
  </TaskCard>
)

/** Someone opens the first email again. Signed in, they get to the portal at once. */
const PasswordExists = ({ signedInAs }: Pick<PasswordLink, 'signedInAs'>) => (
  <TaskCard
    title="You’ve already created your password"
    lead={
      signedInAs
        ? `You’re signed in as ${signedInAs}, and this link is for another account. Sign out first to use it.`
        : 'Sign in with it to open your portal.'
    }
  >
    <Stack gap="sm">
      <ButtonLink to="/login" fullWidth size="md">
        {signedInAs ? 'Open portal' : 'Sign in'}
      </ButtonLink>
      <ButtonLink to="/reset-password" variant="subtle" fullWidth size="md">
        I’ve forgotten my password
      </ButtonLink>
    </Stack>
  </TaskCard>
)

interface ExpiredInvitationProps {
  token: string
  /** Whether the card replaces the form. */
  isReplacing: boolean
}

/** The link to create the first password: a new one is sent to the address that this one was sent to. */
function ExpiredInvitation({ token, isReplacing }: ExpiredInvitationProps) {
  const send = () => resendFirstPasswordLink({ data: { token } })
  const newLink = useMutation({ mutationFn: send, meta: { handled: true } })
  if (newLink.isSuccess) return <NewLinkSent send={send} />
  if (isDeadLink(newLink.error)) return <ExpiredLink />
  return (
    <TaskCard
      takesFocus={isReplacing}
      title="This link has expired"
      lead="It’s too old, or we’ve emailed you a newer one. We can send a new link to the same email address."
    >
      <FailureAlert error={newLink.error} />
      <Button size="md" fullWidth loading={newLink.isPending} onClick={() => newLink.mutate()}>
        Send a new link
      </Button>
    </TaskCard>
  )
}

const NewLinkSent = ({ send }: { send: () => Promise<unknown> }) => (
  <TaskCard
    takesFocus
    title="Check your inbox"
    lead={`We’ve emailed you a new link to create your password. It works for ${FIRST_PASSWORD_LINK_DAYS} days.`}
  >
    <Text size="sm" c="dimmed">
      If nothing arrives within a few minutes, check your spam folder.
    </Text>
    <Stack gap="sm">
      <ResendButton send={send} />
    </Stack>
  </TaskCard>
)

const ExpiredLink = () => (
  <TaskCard
    takesFocus
    title="This link has expired"
    lead="It’s too old or has already been used, and your password is the same as before. We can email you a new link."
  >
    <ButtonLink to="/reset-password" fullWidth size="md">
      Send a new link
    </ButtonLink>
  </TaskCard>
)

interface NewPasswordFormProps {
  token: string
  isFirst: boolean
  onChanged: () => void
  onFailure: (error: unknown) => void
}

function NewPasswordForm({ token, isFirst, onChanged, onFailure }: NewPasswordFormProps) {
  const firstField = useFocusFirstField()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { password: '' },
    schema: NewPasswordFormValues,
    submit: ({ password }) => resetPassword({ data: { token, password } }),
    onSuccess: ({ isSignedIn }) => {
      if (!isSignedIn) return onChanged()
      queryClient.clear()
      // As after signing in: a new document keeps nothing about another agent.
      window.location.assign('/portal')
    },
    onFailure,
  })
  return (
    <form method="post" {...form.formProps} aria-label={isFirst ? 'Create your password' : 'Set a new password'}>
      <Stack gap="md">
        <NewPasswordField
          {...form.nativeField('password')}
          label={isFirst ? 'Password' : 'New password'}
          ref={firstField}
          size="md"
        />
        <FailureAlert error={form.failure} />
        <SubmitButton loading={form.isBusy || form.isDone}>{isFirst ? 'Create password' : 'Set password'}</SubmitButton>
        {isFirst && <JoinWithProvider purpose="first_password" linkSecret={token} />}
      </Stack>
    </form>
  )
}
