import { Button, Loader, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { longDate } from '#ui/format/dates.ts'
import { formatMoney } from '#ui/format/moneyAndPercent.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { confirmCheckout, fetchCheckoutConfirmation } from '../billing.functions.ts'
import type { CheckoutConfirmation } from '../billing.schema.ts'
import { cardName, subscriptionPrice } from '../billingText.ts'
import classes from './ThankYouPage.module.css'

const isExpired = (error: unknown) => error instanceof AppError && error.fields?.token !== undefined

/** The page of the link in the "Was it you?" email. Opening it changes nothing; the click links the subscription. */
export function HeldCheckoutPage({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.checkoutConfirmation(token),
    queryFn: () => fetchCheckoutConfirmation({ data: { token } }),
    meta: { handled: true },
  })
  const confirmation = useMutation({
    mutationFn: () => confirmCheckout({ data: { token } }),
    meta: { handled: true },
  })
  if (confirmation.data) return <Confirmed state={confirmation.data.state} />
  if (isExpired(error) || isExpired(confirmation.error)) return <ExpiredLink />
  if (data)
    return (
      <TaskCard
        title="Did you pay for Property Files?"
        lead={`Someone started a subscription with your email address, ${data.email}. If it was you, confirm it to link it to your account.`}
      >
        <Facts confirmation={data} />
        <FailureAlert error={confirmation.error} />
        <div className={classes.actions}>
          <Button size="md" fullWidth loading={confirmation.isPending} onClick={() => confirmation.mutate()}>
            {data.chargesNow && data.amount !== null
              ? `Confirm and pay ${formatMoney(data.amount * data.seats, data.currency)}`
              : 'Confirm subscription'}
          </Button>
        </div>
        <Text size="sm" c="dimmed">
          If it wasn’t you, close this page. Your account stays as it is, and we’ll cancel the subscription.
        </Text>
      </TaskCard>
    )
  if (error)
    return (
      <TaskCard takesFocus title="We can’t show this right now" lead="Nothing has changed. Try again in a moment.">
        <FailureAlert error={error} />
        <Button size="md" fullWidth loading={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </TaskCard>
    )
  return (
    <TaskCard title="One moment" lead="We’re looking up the subscription.">
      <div className={classes.progress} role="status">
        <Loader size={20} aria-label="Loading" />
      </div>
    </TaskCard>
  )
}

function Facts({ confirmation }: { confirmation: CheckoutConfirmation }) {
  const { card, chargesNow, firstPaymentAt, amount, currency, seats } = confirmation
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Plan</dt>
        <dd>{subscriptionPrice(confirmation) ?? 'Property Files'}</dd>
      </div>
      {card && (
        <div>
          <dt>Card</dt>
          <dd>{cardName(card)}</dd>
        </div>
      )}
      {chargesNow ? (
        <div>
          <dt>Due when you confirm</dt>
          <dd>
            {amount === null ? 'The first payment' : formatMoney(amount * seats, currency)}. The free trial was used
            before.
          </dd>
        </div>
      ) : (
        firstPaymentAt && (
          <div>
            <dt>First payment</dt>
            <dd>{longDate(firstPaymentAt, DEFAULT_TIME_ZONE)}, after the free trial</dd>
          </div>
        )
      )}
    </dl>
  )
}

const Confirmed = ({ state }: { state: 'linked' | 'duplicate' }) =>
  state === 'linked' ? (
    <TaskCard
      takesFocus
      title="Your subscription is active"
      lead="It’s linked to your account, and your password stays the same."
    >
      <PortalButton />
    </TaskCard>
  ) : (
    <TaskCard
      takesFocus
      title="We’ve cancelled this subscription"
      lead="Your agency already has one, or someone else pays for it. You don’t pay twice."
    >
      <PortalButton />
    </TaskCard>
  )

const ExpiredLink = () => (
  <TaskCard
    takesFocus
    title="This link has expired"
    lead="It was already used, or we cancelled the subscription because no one confirmed it within 7 days. A cancelled one isn’t charged. To subscribe, sign in and choose a plan under Billing."
  >
    <ButtonLink to="/login" size="md" fullWidth>
      Sign in
    </ButtonLink>
  </TaskCard>
)

const PortalButton = () => (
  <ButtonLink to="/portal" size="md" fullWidth>
    Go to the portal
  </ButtonLink>
)
