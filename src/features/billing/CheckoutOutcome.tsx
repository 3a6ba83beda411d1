import { Stack, Text } from '@mantine/core'
import { ButtonLink } from '#ui/links.tsx'
import { SendAgain } from '#ui/SendAgain.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { resendWelcome } from './billing.functions.ts'
import type { CheckoutState } from './billing.ts'
import classes from './ThankYou.module.css'

type Outcome = Exclude<CheckoutState, { state: 'pending' }>

interface CheckoutOutcomeProps {
  outcome: Outcome
  sessionId: string
}

/** What became of a checkout, and the one next step. */
export function CheckoutOutcome({ outcome, sessionId }: CheckoutOutcomeProps) {
  if (outcome.state === 'expired')
    return (
      <TaskCard takesFocus title="The checkout was not finished" lead="Its time is over, and nothing was charged.">
        <ButtonLink to="/get-started" size="md" fullWidth>
          Start again
        </ButtonLink>
      </TaskCard>
    )
  if (outcome.state === 'linked')
    return (
      <TaskCard
        takesFocus
        title="Your subscription is active"
        lead={
          <>
            Thank you! It is linked to your account, <Email>{outcome.email}</Email>. Your password stays as it is.
          </>
        }
      >
        <PortalButton />
      </TaskCard>
    )
  if (outcome.state === 'duplicate')
    return (
      <TaskCard
        takesFocus
        title="You have a subscription already"
        lead={
          <>
            <Email>{outcome.email}</Email> has an active subscription. The second one is cancelled, so that you do not
            pay twice; a mail tells you the details.
          </>
        }
      >
        <PortalButton />
      </TaskCard>
    )
  if (outcome.passwordSet)
    return (
      <TaskCard
        takesFocus
        title="Your account is ready"
        lead="Your password is set. Sign in and add your first listing."
      >
        <ButtonLink to="/login" size="md" fullWidth>
          Sign in
        </ButtonLink>
      </TaskCard>
    )
  return (
    <TaskCard
      takesFocus
      title="Check your inbox"
      lead={
        <>
          Thank you, your free trial has begun! We have sent a mail to <Email>{outcome.email}</Email> with a link to set
          your password.
        </>
      }
    >
      <Text size="sm" c="dimmed">
        The link works for one hour. If nothing arrives within a few minutes, look in your spam folder.
      </Text>
      <Stack gap="sm">
        <SendAgain send={() => resendWelcome({ data: { sessionId } })} />
      </Stack>
    </TaskCard>
  )
}

const Email = ({ children }: { children: string }) => <span className={classes.email}>{children}</span>

const PortalButton = () => (
  <ButtonLink to="/portal" size="md" fullWidth>
    Go to the portal
  </ButtonLink>
)
