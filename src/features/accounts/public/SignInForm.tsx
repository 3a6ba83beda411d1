import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { login } from '../accounts.functions.ts'
import { Credentials } from '../accounts.schema.ts'
import { EmailField, PasswordField } from '../CredentialFields.tsx'
import { IdentityButtons, useIdentityProviders } from '../identities/IdentityButtons.tsx'
import { beginIdentityVisit } from '../identities/identities.functions.ts'
import { PasskeySignIn } from '../passkeys/PasskeySignIn.tsx'
import { returnPath } from '../returnPath.ts'

interface SignInFormProps {
  from?: string
  /** The address that the page is about. */
  email?: string
}

export function SignInForm({ from, email = '' }: SignInFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  function goOn() {
    queryClient.clear()
    // A new document keeps nothing about another agent, and can be any page of this site.
    window.location.assign(returnPath(from))
  }
  const form = useForm({
    initialValues: { email, password: '' },
    schema: Credentials,
    submit: (data) => login({ data }),
    onSuccess: ({ isSignedIn }) => {
      if (isSignedIn) return goOn()
      queryClient.clear()
      return navigate({ to: '/login/code', search: from ? { from } : {} })
    },
    onFailure: () => form.focus('password'),
  })
  return (
    <form method="post" {...form.formProps} aria-label="Sign in">
      <Stack gap="md">
        <EmailField {...form.nativeField('email')} autoComplete="username webauthn" />
        <PasswordField {...form.nativeField('password')} label="Password" autoComplete="current-password" size="md" />
        <FailureAlert error={form.failure} />
        <SubmitButton loading={form.isBusy || form.isDone}>Sign in</SubmitButton>
        <PasskeySignIn offersInField onSignedIn={goOn} />
        <IdentityButtons
          providers={useIdentityProviders()}
          begin={(provider) => beginIdentityVisit({ data: { purpose: 'sign_in', provider, ...(from && { from }) } })}
        />
      </Stack>
    </form>
  )
}
