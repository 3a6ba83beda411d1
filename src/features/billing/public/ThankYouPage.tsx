import { Button, Loader, Stack, Text } from '@mantine/core'
import { type QueryState, useQuery, useQueryClient } from '@tanstack/react-query'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { ResendButton } from '#ui/form/SubmitButton.tsx'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { fulfilCheckout, resendWelcome } from '../billing.functions.ts'
import type { CheckoutState } from '../billing.schema.ts'
import classes from './ThankYouPage.module.css'

/** Where Stripe sends the payer. Safe to reload, to bookmark and to open on another device. */
export function ThankYouPage({ sessionId }: { sessionId: string }) {
  const { outcome, isUnknown, error, isChecking, hasGivenUp, checkAgain } = useFulfilment(sessionId)
  if (outcome) return <CheckoutOutcome outcome={outcome} sessionId={sessionId} />
  if (isUnknown) return <UnknownCheckout />
  if (hasGivenUp) return <SlowCheckout error={error} isChecking={isChecking} onCheckAgain={checkAgain} />
  return (
    <TaskCard title="One moment, please" lead="We’re setting up your account. This usually takes a few seconds.">
      <div className={classes.progress} role="status">
        <Loader size={20} aria-hidden />
        <Text size="sm" c="dimmed">
          {error
            ? 'We’re not getting a response right now. We’ll keep trying, and nothing is charged twice.'
            : 'Waiting for our payment partner to confirm…'}
        </Text>
      </div>
    </TaskCard>
  )
}

interface SlowCheckoutProps {
  error: Error | null
  isChecking: boolean
  onCheckAgain: () => void
}

const SlowCheckout = ({ error, isChecking, onCheckAgain }: SlowCheckoutProps) => (
  <TaskCard
    takesFocus
    title="This is taking longer than usual"
    lead="If you’ve finished the checkout, you don’t need to wait here. As soon as it’s confirmed, we’ll email you the next step."
  >
    <FailureAlert error={error} />
    <div className={classes.actions}>
      <Button size="md" fullWidth loading={isChecking} onClick={onCheckAgain}>
        Check again
      </Button>
      <ButtonLink to="/get-started" variant="subtle" size="md" fullWidth>
        I haven’t finished the checkout
      </ButtonLink>
    </div>
  </TaskCard>
)

const UnknownCheckout = () => (
  <TaskCard
    takesFocus
    title="We can’t find this checkout"
    lead="The link may be incomplete. If you’ve started a trial, check your inbox: our email has the link for the next step."
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

type Outcome = Exclude<CheckoutState, { state: 'pending' }>

interface CheckoutOutcomeProps {
  outcome: Outcome
  sessionId: string
}

/** The result of a checkout, and the next step. */
function CheckoutOutcome({ outcome, sessionId }: CheckoutOutcomeProps) {
  if (outcome.state === 'expired')
    return (
      <TaskCard takesFocus title="The checkout wasn’t finished" lead="It has expired, and nothing was charged.">
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
            Thank you! It’s linked to your account, <Email>{outcome.email}</Email>. Your password stays the same.
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
            <Email>{outcome.email}</Email> has an active subscription. We’ve cancelled the second one, so you don’t pay
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
      lead="There’s one free trial for each person and card. We’ve cancelled this one and charged nothing. Choose a plan to subscribe without a trial."
    >
      <ButtonLink to="/portal/settings" hash="billing" size="md" fullWidth>
        Choose a plan
      </ButtonLink>
    </TaskCard>
  )
}

/** The same for every address: only its owner learns whether it has an account. */
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
          Thank you! We’ve emailed <Email>{outcome.email}</Email> with what happens next.
        </>
      }
    >
      <Text size="sm" c="dimmed">
        If nothing arrives within a few minutes, check your spam folder.
      </Text>
      <Text size="sm" c="dimmed">
        Is the address wrong? Please don’t pay again.{' '}
        <TextLink to="/help" hash="wrong-address" underline="always">
          See what to do
        </TextLink>
      </Text>
      <Stack gap="sm">
        <ResendButton send={() => resendWelcome({ data: { sessionId } })} />
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

/** Pauses between checks, two minutes in all. Most checkouts are confirmed at once. */
const PAUSE_SECONDS = [1, 1, 2, 3, 5, 8, 10, 15, 15, 20, 20, 20]

/**
 * Fulfils the checkout, and checks again until Stripe has confirmed it. Only in the browser: opening an address must have no effect by
 * itself. Checking again changes nothing.
 */
function useFulfilment(sessionId: string) {
  const queryKey = queryKeys.checkout(sessionId)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: () => fulfilCheckout({ data: { sessionId } }),
    // The payer may come back after creating the password.
    staleTime: 0,
    refetchInterval: ({ state }) => pauseMs(state) ?? false,
    meta: { handled: true },
  })
  const query = useQueryClient().getQueryState<CheckoutState>(queryKey)
  const isUnknown = isRefused(error, 400, 404)
  return {
    outcome: data && data.state !== 'pending' ? data : undefined,
    /** Not found, or not a session id at all. */
    isUnknown,
    /** Why the last check failed. */
    error,
    isChecking: isFetching,
    /** No more automatic checks. */
    hasGivenUp: query !== undefined && query.status !== 'pending' && !isFetching && pauseMs(query) === undefined,
    checkAgain: () => refetch(),
  }
}

/** None when the result is known, or when another check would not help. */
function pauseMs({ data, error, dataUpdateCount, errorUpdateCount }: QueryState<CheckoutState>) {
  if (isRefused(error, 400, 404, 429) || (data && data.state !== 'pending')) return undefined
  const pause = PAUSE_SECONDS[Math.max(0, dataUpdateCount + errorUpdateCount - 1)]
  return pause === undefined ? undefined : pause * 1000
}

const isRefused = (error: unknown, ...statuses: number[]) =>
  error instanceof AppError && statuses.includes(error.status)
