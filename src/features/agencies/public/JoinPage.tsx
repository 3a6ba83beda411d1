import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { logout } from '#features/accounts/accounts.functions.ts'
import { NewPasswordField } from '#features/accounts/CredentialFields.tsx'
import type { ProviderVisitResult } from '#features/accounts/providerVisitResult.ts'
import { JoinWithProvider } from '#features/accounts/public/JoinWithProvider.tsx'
import { ProviderVisitNotice } from '#features/accounts/public/ProviderVisitNotice.tsx'
import { SignInForm } from '#features/accounts/public/SignInForm.tsx'
import { AppError } from '#platform/errors.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { SubmitButton } from '#ui/form/SubmitButton.tsx'
import { useFocusFirstField, useForm } from '#ui/form/useForm.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { createMemberAccount, joinAgency, memberInvitationQuery } from '../join.functions.ts'
import { type JoinInvitation, NewMemberFormValues, ownRoleDescriptions, roleWithArticle } from '../members.schema.ts'

type OpenInvitation = Extract<JoinInvitation, { state: 'open' }>

interface JoinPageProps {
  /** The secret of the link. */
  invitationKey: string
  invitation: JoinInvitation
  visit: ProviderVisitResult
}

/** What the link of an invitation opens. Opening it changes nothing. */
export function JoinPage({ invitationKey, invitation, visit }: JoinPageProps) {
  if (invitation.state !== 'open') return <ClosedInvitation state={invitation.state} />
  const { agencyName, invitedBy, role, email, signedInAs, hasAccount } = invitation
  return (
    <TaskCard
      title={agencyName ? `Join ${agencyName}` : `Work with ${invitedBy}`}
      lead={`${invitedBy} has invited you as ${roleWithArticle(role)}. ${ownRoleDescriptions[role]}`}
    >
      <ProviderVisitNotice {...visit} />
      {signedInAs === email ? (
        <JoinSignedIn invitationKey={invitationKey} {...invitation} />
      ) : signedInAs ? (
        <OtherAccount email={email} signedInAs={signedInAs} />
      ) : hasAccount ? (
        <SignInToJoin invitationKey={invitationKey} {...invitation} />
      ) : (
        <NewAccountForm invitationKey={invitationKey} {...invitation} />
      )}
    </TaskCard>
  )
}

const closedTexts = {
  used: { title: 'You’ve already joined', lead: 'This invitation was accepted. There’s nothing left to do here.' },
  expired: {
    title: 'This invitation has expired',
    lead: 'The link worked for 7 days. Ask the colleague who invited you to send it again.',
  },
  revoked: {
    title: 'This invitation no longer works',
    lead: 'It was withdrawn, or we’ve emailed you a newer one. Use the latest email, or ask the colleague who invited you.',
  },
}

const ClosedInvitation = ({ state }: { state: keyof typeof closedTexts }) => (
  <TaskCard takesFocus {...closedTexts[state]}>
    {state === 'used' ? (
      <ButtonLink to="/portal" fullWidth size="md">
        Open portal
      </ButtonLink>
    ) : (
      <ButtonLink to="/login" fullWidth size="md" variant="default">
        Sign in
      </ButtonLink>
    )}
  </TaskCard>
)

type StepProps = OpenInvitation & { invitationKey: string }

/** A new document, because everything in the portal is about the agency that one works in. */
const openPortal = () => window.location.assign('/portal')

function JoinSignedIn({ invitationKey, email }: StepProps) {
  const queryClient = useQueryClient()
  const refreshIfClosed = useRefreshIfClosed(invitationKey)
  const join = useMutation({
    mutationFn: () => joinAgency({ data: { key: invitationKey } }),
    onSuccess: () => {
      queryClient.clear()
      openPortal()
    },
    onError: refreshIfClosed,
    meta: { handled: true },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        You’ll join with the account you’re signed in to, <strong>{email}</strong>. Everything in it stays.
      </Text>
      <FailureAlert error={join.error} />
      <Button size="md" fullWidth loading={join.isPending || join.isSuccess} onClick={() => join.mutate()}>
        Accept invitation
      </Button>
    </Stack>
  )
}

/** The link may have been used or withdrawn since the page was opened. Then the page says so. */
function useRefreshIfClosed(invitationKey: string) {
  const queryClient = useQueryClient()
  return (error: unknown) => {
    if (error instanceof AppError && error.fields?.key !== undefined)
      void queryClient.invalidateQueries(memberInvitationQuery(invitationKey))
  }
}

function OtherAccount({ email, signedInAs }: { email: string; signedInAs: string }) {
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => logout(),
    onSuccess: () => {
      queryClient.clear()
      window.location.reload()
    },
  })
  return (
    <Stack gap="md">
      <Notice icon={<IconUserCircle {...icon} />} title={`You’re signed in as ${signedInAs}`} tone="amber">
        <p>{`This invitation is for ${email}. To accept it, sign out here and continue with that address.`}</p>
      </Notice>
      <Button size="md" fullWidth loading={signOut.isPending || signOut.isSuccess} onClick={() => signOut.mutate()}>
        Sign out and continue
      </Button>
      <ButtonLink to="/portal" variant="subtle" fullWidth size="md">
        Stay signed in
      </ButtonLink>
    </Stack>
  )
}

const SignInToJoin = ({ invitationKey, email }: StepProps) => (
  <Step text="Sign in to your account, then accept the invitation.">
    <SignInForm from={`/join?${new URLSearchParams({ key: invitationKey })}`} email={email} />
    <Text size="sm">
      Forgot your password? <TextLink to="/reset-password">Reset it</TextLink>, then open the link in the email again.
    </Text>
  </Step>
)

const Step = ({ text, children }: { text: string; children: ReactNode }) => (
  <Stack gap="md">
    <Text size="sm">{text}</Text>
    {children}
  </Stack>
)

function NewAccountForm({ invitationKey, email }: StepProps) {
  const firstField = useFocusFirstField()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { firstName: '', lastName: '', password: '' },
    schema: NewMemberFormValues,
    submit: (values) => createMemberAccount({ data: { key: invitationKey, ...values } }),
    onSuccess: () => {
      queryClient.clear()
      openPortal()
    },
    onFailure: useRefreshIfClosed(invitationKey),
  })
  return (
    <form method="post" {...form.formProps} aria-label="Create your account">
      <Stack gap="md">
        <Group grow gap="sm" align="start">
          <TextInput
            {...form.nativeField('firstName')}
            ref={firstField}
            label="First name"
            autoComplete="given-name"
            size="md"
          />
          <TextInput {...form.nativeField('lastName')} label="Last name" autoComplete="family-name" size="md" />
        </Group>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          size="md"
          value={email}
          readOnly
          variant="filled"
        />
        <NewPasswordField {...form.nativeField('password')} label="Password" size="md" />
        <FailureAlert error={form.failure} />
        <SubmitButton loading={form.isBusy || form.isDone}>Create account and join</SubmitButton>
        <JoinWithProvider purpose="join" linkSecret={invitationKey} />
        <Text size="sm" c="dimmed">
          By joining you accept our{' '}
          <TextLink to="/terms" underline="always">
            terms
          </TextLink>{' '}
          and{' '}
          <TextLink to="/privacy-policy" underline="always">
            privacy policy
          </TextLink>
          .
        </Text>
      </Stack>
    </form>
  )
}
