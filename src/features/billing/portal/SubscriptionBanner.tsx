import { Button } from '@mantine/core'
import { IconAlertCircle, IconClock, IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { longDate } from '#ui/format/dates.ts'
import { useNow } from '#ui/format/elapsedTime.ts'
import { formatCount } from '#ui/format/format.ts'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { type StoredSubscription, subscriptionQuery } from '../billing.functions.ts'
import { daysUntil, TRIAL_BANNER_DAYS } from '../billing.schema.ts'

/** Shown on every page of the portal when the subscription needs attention. */
export function SubscriptionBanner() {
  const { data } = useQuery(subscriptionQuery)
  const { data: agency } = useQuery(agencyQuery)
  const now = useNow()
  // Then the banner about the deletion says what to do first.
  if (!data || agency?.deletionDueAt) return null
  return bannerFor(data, now)
}

function bannerFor({ active, isManaged, status, trialEndsAt, endsAt }: StoredSubscription, now: Date) {
  if (!isManaged)
    return active ? null : (
      <Notice tone="amber" icon={<IconAlertCircle {...icon} />} title="Your agency’s subscription is not active">
        <p>
          Your pages stay up, leads still arrive, and you can read and export everything. To create, edit, upload and
          publish again, ask an owner of your agency to reactivate it.
        </p>
      </Notice>
    )
  if (!active && !status)
    return (
      <Notice
        tone="amber"
        icon={<IconAlertCircle {...icon} />}
        title="You don’t have a subscription yet"
        action={<BillingButton>Choose a plan</BillingButton>}
      >
        <p>Subscribe to create and publish listings.</p>
      </Notice>
    )
  if (!active)
    return (
      <Notice
        tone="amber"
        icon={<IconAlertCircle {...icon} />}
        title="Your subscription is not active"
        action={<BillingButton>Reactivate</BillingButton>}
      >
        <p>
          Your pages stay up, leads still arrive, and you can read and export everything. To create, edit, upload and
          publish again, reactivate your subscription.
        </p>
      </Notice>
    )
  if (status === 'past_due')
    return (
      <Notice
        tone="amber"
        icon={<IconCreditCard {...icon} />}
        title="Your last payment didn’t go through"
        action={
          <Button component="a" href="/portal/billing" size="xs" variant="default">
            Update card
          </Button>
        }
      >
        <p>Everything works for now, and we’ll try again over the next few days. Please check your card.</p>
      </Notice>
    )
  if (endsAt)
    return (
      <Notice
        icon={<IconClock {...icon} />}
        title={`Your subscription ends on ${longDate(endsAt, DEFAULT_TIME_ZONE)}`}
        action={<BillingButton variant="default">Resume</BillingButton>}
      >
        <p>Everything works until then. After that, your pages stay up and leads still arrive.</p>
      </Notice>
    )
  const daysLeft = status === 'trialing' && trialEndsAt ? daysUntil(trialEndsAt, now) : undefined
  if (!trialEndsAt || daysLeft === undefined || daysLeft > TRIAL_BANNER_DAYS) return null
  return (
    <Notice
      icon={<IconClock {...icon} />}
      // The server's clock and the browser's may be on different days.
      title={<span suppressHydrationWarning>Your free trial ends {inDays(daysLeft)}</span>}
      action={<BillingButton variant="default">See my plan</BillingButton>}
    >
      <p>
        You don’t need to do anything: your card is charged for the first time on{' '}
        {longDate(trialEndsAt, DEFAULT_TIME_ZONE)}.
      </p>
    </Notice>
  )
}

const inDays = (days: number) => (days === 0 ? 'today' : `in ${formatCount(days, 'day')}`)

const BillingButton = ({ children, variant }: { children: string; variant?: 'default' }) => (
  <ButtonLink to="/portal/settings" hash="billing" size="xs" variant={variant}>
    {children}
  </ButtonLink>
)
