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
  if (outcome.state === 'emailed') return <EmailedOutcome outcome={outcome} sessionId={sessionId} />
  if (outcome.state === 'linked')
    return (
      <TaskCard
        takesFocus
        title="Your subscription is active"
        lead={
          <>
            Thank you! It's linked to your account, <Email>{outcome.email}</Email>. Your password stays the same.
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
        title="You already have a subscription"
        lead={
          <>
            <Email>{outcome.email}</Email> has an active subscription. We've cancelled the second one, so you don't pay
            twice, and emailed you the details.
          </>
        }
      >
        <PortalButton />
      </TaskCard>
    )
  return (
    <TaskCard
      takesFocus
      title="Your free trial was used before"
      lead="There's one free trial for each person and card. We've cancelled this one and charged nothing. Choose a plan to subscribe without a trial."
    >
      <ButtonLink to="/portal/settings" hash="billing" size="md" fullWidth>
        Choose a plan
      </ButtonLink>
    </TaskCard>
  )
}

/** The same whether the address is new to us or not: what comes next is for its owner alone. */
function EmailedOutcome({
  outcome,
  sessionId,
}: {
  outcome: Extract<Outcome, { state: 'emailed' }>
  sessionId: string
}) {
  if (outcome.finished)
    return (
      <TaskCard takesFocus title="Your account is ready" lead="Sign in to see your listings or add a new one.">
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
          Thank you! We've emailed <Email>{outcome.email}</Email> with what happens next.
        </>
      }
    >
      <Text size="sm" c="dimmed">
        If nothing arrives within a few minutes, check your spam folder.
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
