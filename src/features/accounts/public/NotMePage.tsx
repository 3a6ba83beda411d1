import { Button, List, Stack, Text, Title } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { auditDevice, auditText } from '#features/audit/auditText.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { longDateTime } from '#ui/format/dates.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { disownSignIn, type SignInToDisown, signInToDisownQuery } from '../devices.functions.ts'
import { NOT_ME_DAYS } from '../devices.schema.ts'

/** What "This wasn't me" in the email about a new device opens. Opening it changes nothing: email scanners follow links too. */
export function NotMePage({ token }: { token: string }) {
  const found = useSuspenseQuery(signInToDisownQuery(token)).data
  if (found.state === 'expired')
    return (
      <TaskCard
        title="This link has expired"
        lead={`It works for ${NOT_ME_DAYS} days. If you don’t recognise a sign-in, reset your password now: that signs every device out.`}
      >
        <ResetLink />
      </TaskCard>
    )
  if (found.state === 'used')
    return (
      <TaskCard
        title="You’ve already told us"
        lead="Every device was signed out, and the old password no longer works. We’ve emailed you a link to choose a new one."
      >
        <ResetLink />
      </TaskCard>
    )
  return <OpenLink token={token} signIn={found} />
}

interface OpenLinkProps {
  token: string
  signIn: Extract<SignInToDisown, { state: 'open' }>
}

function OpenLink({ token, signIn: { device, place, at, timeZone, changes } }: OpenLinkProps) {
  const disown = useMutation({
    mutationFn: () => disownSignIn({ data: { token } }),
    // A document of its own: nothing of this page stays with the password.
    onSuccess: ({ resetToken }) => window.location.assign(`/reset-password/${resetToken}`),
    meta: { handled: true },
  })
  return (
    <TaskCard
      title="Was this really not you?"
      lead={`Signed in with ${device}${place && ` near ${place}`}, on ${longDateTime(at, timeZone)}.`}
    >
      <Stack gap="lg">
        <Changes changes={changes} />
        <div>
          <Title order={2} size="h5" mb={8}>
            What the button does
          </Title>
          <List size="sm" spacing={6}>
            <List.Item>Signs every device out, including yours.</List.Item>
            <List.Item>Turns off your password. You choose a new one straight away.</List.Item>
            <List.Item>
              Removes passkeys, authenticator apps and recovery codes added since then, and puts your email address back
              if it was changed on that device.
            </List.Item>
          </List>
          <Text size="sm" c="dimmed" mt={8}>
            Your listings stay online and leads still arrive. API keys, webhooks and calendar links keep working: check
            them in the portal afterwards.
          </Text>
        </div>
        <FailureAlert error={disown.error} />
        <Button
          size="md"
          fullWidth
          color="red.9"
          loading={disown.isPending || disown.isSuccess}
          onClick={() => disown.mutate()}
        >
          This wasn’t me
        </Button>
        <Text size="sm" c="dimmed">
          If it was you, close this page. Nothing has changed.
        </Text>
      </Stack>
    </TaskCard>
  )
}

const Changes = ({ changes }: { changes: OpenLinkProps['signIn']['changes'] }) => (
  <div>
    <Title order={2} size="h5" mb={8}>
      In your account since then
    </Title>
    {changes.length === 0 ? (
      <Text size="sm">Nobody has changed how you sign in or downloaded anything.</Text>
    ) : (
      <List size="sm" spacing={6}>
        {changes.map((change) => (
          <List.Item key={change.id}>
            {auditText(change)}
            {auditDevice(change) && ` (${auditDevice(change)})`}
          </List.Item>
        ))}
      </List>
    )}
  </div>
)

const ResetLink = () => (
  <ButtonLink to="/reset-password" fullWidth size="md">
    Reset the password
  </ButtonLink>
)
