import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { fullDate } from '#ui/format/dates.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { finishRecovery, recoveryQuery, startRecovery, stopRecovery } from '../secondFactor/recovery.functions.ts'
import { RECOVERY_DAYS } from '../secondFactor/secondFactor.schema.ts'

const BackToSignIn = () => (
  <ButtonLink to="/login" variant="subtle" fullWidth size="md">
    Back to sign in
  </ButtonLink>
)

/** For someone who has entered the password and has neither phone nor recovery codes. */
export function StartRecoveryPage({ email }: { email: string }) {
  const start = useMutation({ mutationFn: () => startRecovery(), meta: { handled: true } })
  if (start.data)
    return (
      <TaskCard
        takesFocus
        title="Check your inbox in three days"
        lead={`On ${fullDate(start.data.dueAt, Intl.DateTimeFormat().resolvedOptions().timeZone)} we’ll email you a link that turns two-step sign-in off. Then you can sign in with your password.`}
      >
        <Text size="sm" c="dimmed">
          Found your phone, a passkey or a recovery code in the meantime? Sign in with it, and we’ll forget this
          request.
        </Text>
        <BackToSignIn />
      </TaskCard>
    )
  return (
    <TaskCard
      title="Can’t get past the second step?"
      lead={`If you’ve lost your phone, passkeys and recovery codes, you can still get back in. To keep thieves out, it takes ${RECOVERY_DAYS} days.`}
    >
      <Stack gap="md">
        <Text size="sm">
          We’ll email {email}, the address you had before if you’ve changed it lately, and the other owners of your
          agency. Any of them can stop it. If nobody does, we’ll email you a link that removes your passkeys and
          authenticator apps and signs every device out. Then your password is enough.
        </Text>
        <FailureAlert error={start.error} />
        <Button size="md" fullWidth loading={start.isPending} onClick={() => start.mutate()}>
          Start the three-day wait
        </Button>
        <ButtonLink to="/login/code" variant="subtle" fullWidth size="md">
          Back
        </ButtonLink>
      </Stack>
    </TaskCard>
  )
}

/** What "It wasn't me" in an email opens. Opening it changes nothing: email scanners follow links too. */
export function StopRecoveryPage({ linkKey }: { linkKey: string }) {
  const queryClient = useQueryClient()
  const { state, name } = useSuspenseQuery(recoveryQuery(linkKey)).data
  const stop = useMutation({
    mutationFn: () => stopRecovery({ data: { key: linkKey } }),
    onSuccess: () => queryClient.invalidateQueries(recoveryQuery(linkKey)),
    meta: { handled: true },
  })
  if (state === 'unknown')
    return <TaskCard title="This link doesn’t work" lead="Open it from the email again, or copy the whole link." />
  if (state === 'done')
    return (
      <TaskCard
        title="Two-step sign-in is already off"
        lead={`If that wasn’t ${name}, reset the password now. That signs every device out.`}
      >
        <ButtonLink to="/reset-password" fullWidth size="md">
          Reset the password
        </ButtonLink>
      </TaskCard>
    )
  if (state === 'stopped')
    return (
      <TaskCard
        takesFocus={stop.isSuccess}
        title="Stopped"
        lead="Two-step sign-in stays on. Someone knows the password, so change it now."
      >
        <ButtonLink to="/reset-password" fullWidth size="md">
          Reset the password
        </ButtonLink>
      </TaskCard>
    )
  return (
    <TaskCard
      title="Stop this?"
      lead={`Someone who knows ${name}’s password says they’ve lost their phone, passkeys and recovery codes.`}
    >
      <Stack gap="md">
        <Text size="sm">If that was really {name}, leave it. They get back in when the three days are over.</Text>
        <FailureAlert error={stop.error} />
        <Button size="md" fullWidth color="red.9" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop it
        </Button>
      </Stack>
    </TaskCard>
  )
}

/** What the link after the wait opens. The click turns two-step sign-in off. */
export function FinishRecoveryPage({ token }: { token: string }) {
  const finish = useMutation({ mutationFn: () => finishRecovery({ data: { token } }), meta: { handled: true } })
  if (finish.isSuccess)
    return (
      <TaskCard takesFocus title="Two-step sign-in is off" lead="Sign in with your password, then set it up again.">
        <ButtonLink to="/login" search={{ from: '/portal/settings' }} fullWidth size="md">
          Sign in
        </ButtonLink>
      </TaskCard>
    )
  return (
    <TaskCard
      title="Turn two-step sign-in off"
      lead="This removes your passkeys, authenticator apps and recovery codes, and signs every device out."
    >
      <Stack gap="md">
        <FailureAlert error={finish.error} />
        <Button size="md" fullWidth loading={finish.isPending} onClick={() => finish.mutate()}>
          Turn it off
        </Button>
        <BackToSignIn />
      </Stack>
    </TaskCard>
  )
}
