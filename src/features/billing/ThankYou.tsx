import { Button, Loader, Text } from '@mantine/core'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { CheckoutOutcome } from './CheckoutOutcome.tsx'
import classes from './ThankYou.module.css'
import { useFulfilment } from './useFulfilment.ts'

/** Where the payment provider sends whoever has paid. Safe to reload, to keep and to open on another device. */
export function ThankYou({ sessionId }: { sessionId: string }) {
  const { outcome, isUnknown, error, isAsking, isGivenUp, askAgain } = useFulfilment(sessionId)
  if (outcome) return <CheckoutOutcome outcome={outcome} sessionId={sessionId} />
  if (isUnknown) return <UnknownCheckout />
  if (isGivenUp) return <SlowCheckout error={error} isAsking={isAsking} onAskAgain={askAgain} />
  return (
    <TaskCard title="One moment, please" lead="We are setting up your account. This usually takes a few seconds.">
      <div className={classes.progress} role="status">
        <Loader size={20} aria-hidden />
        <Text size="sm" c="dimmed">
          {error
            ? 'There is no answer right now. We keep trying, and nothing is charged twice.'
            : 'Waiting for our payment provider to confirm …'}
        </Text>
      </div>
    </TaskCard>
  )
}

interface SlowCheckoutProps {
  error: Error | null
  isAsking: boolean
  onAskAgain: () => void
}

const SlowCheckout = ({ error, isAsking, onAskAgain }: SlowCheckoutProps) => (
  <TaskCard
    takesFocus
    title="This takes longer than usual"
    lead="If you have finished the checkout, you need not wait here: as soon as it is confirmed, we send a mail with the next step to the address you gave."
  >
    <FailureAlert error={error} />
    <div className={classes.actions}>
      <Button size="md" fullWidth loading={isAsking} onClick={onAskAgain}>
        Check again
      </Button>
      <ButtonLink to="/get-started" variant="subtle" size="md" fullWidth>
        I have not finished the checkout
      </ButtonLink>
    </div>
  </TaskCard>
)

const UnknownCheckout = () => (
  <TaskCard
    takesFocus
    title="We do not know this checkout"
    lead="The link may be incomplete. If you've started a trial, look for our email: it has the link for the next step."
  >
    <div className={classes.actions}>
      <ButtonLink to="/login" size="md" fullWidth>
        Sign in
      </ButtonLink>
      <ButtonLink to="/get-started" variant="subtle" size="md" fullWidth>
        Start a free trial
      </ButtonLink>
    </div>
  </TaskCard>
)
