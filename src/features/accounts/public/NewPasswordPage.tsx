import { Stack } from '@mantine/core'
import { useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useFocusFirstField, useForm } from '#ui/form/useForm.ts'
import { TaskCard } from '#ui/layout/PublicLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { resetPassword } from '../accounts.functions.ts'
import { NewPasswordFormValues } from '../accounts.schema.ts'
import { NewPasswordField } from '../PasswordFields.tsx'

const STRONG_PASSWORD = 'A few unrelated words are stronger than a short password with symbols.'

type Outcome = 'changed' | 'dead link'

interface ChoosePasswordProps {
  token: string
  /** The link came with the first email of a new account, not with a reset. */
  isFirst: boolean
}

/** What a link in a reset or "create your password" email opens. */
export function NewPasswordPage({ token, isFirst }: ChoosePasswordProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome === 'changed') return <PasswordChanged isFirst={isFirst} />
  if (outcome === 'dead link') return <ExpiredLink />
  return (
    <TaskCard
      title={isFirst ? 'Create your password' : 'Set a new password'}
      lead={isFirst ? STRONG_PASSWORD : `${STRONG_PASSWORD} We’ll sign you out on your other devices.`}
    >
      <NewPasswordForm
        token={token}
        isFirst={isFirst}
        onChanged={() => setOutcome('changed')}
        onFailure={(error) => {
          if (error instanceof AppError && error.fields?.token) setOutcome('dead link')
        }}
      />
    </TaskCard>
  )
}

const PasswordChanged = ({ isFirst }: Pick<ChoosePasswordProps, 'isFirst'>) => (
  <TaskCard
    takesFocus
    title={isFirst ? 'Your password is ready' : 'Your password has been changed'}
    lead={isFirst ? 'Sign in to add your first listing.' : 'Sign in with your new password.'}
  >
    <ButtonLink to="/login" fullWidth size="md">
      Sign in
    </ButtonLink>
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
  const form = useForm({
    initialValues: { password: '' },
    schema: NewPasswordFormValues,
    submit: ({ password }) => resetPassword({ data: { token, password } }),
    onSuccess: onChanged,
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
        <SubmitButton loading={form.isBusy}>{isFirst ? 'Create password' : 'Set password'}</SubmitButton>
      </Stack>
    </form>
  )
}
