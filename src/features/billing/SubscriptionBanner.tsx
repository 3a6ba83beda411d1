import { Button } from '@mantine/core'
import { IconAlertCircle, IconClock, IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#ui/links.tsx'
import { Notice } from '#ui/Notice.tsx'
import { icon } from '#ui/theme.ts'
import { useNow } from '#ui/useNow.ts'
import { type KnownSubscription, subscriptionQuery } from './billing.functions.ts'
import { daysUntil, TRIAL_BANNER_DAYS } from './billing.ts'
import { dayHere } from './days.ts'

/** What an agent should know about the subscription wherever they are in the portal. Mostly nothing. */
export function SubscriptionBanner() {
  const { data } = useQuery(subscriptionQuery)
  const now = useNow()
  return data ? bannerFor(data, now) : null
}

function bannerFor({ active, status, trialEndsAt, endsAt }: KnownSubscription, now: Date) {
  if (!active)
    return (
      <Notice
        tone="amber"
        icon={<IconAlertCircle {...icon} />}
        title="Your subscription is not active"
        action={<BillingButton>Reactivate</BillingButton>}
      >
        <p>
          Your pages stay up and leads still arrive; you can read and export everything. Creating, editing, uploading
          and publishing wait until you reactivate.
        </p>
      </Notice>
    )
  if (status === 'past_due')
    return (
      <Notice
        tone="amber"
        icon={<IconCreditCard {...icon} />}
        title="Your last payment did not go through"
        action={
          <Button component="a" href="/portal/billing" size="xs">
            Update card
          </Button>
        }
      >
        <p>Everything works for now, and we try again over the next days. Please check your card.</p>
      </Notice>
    )
  if (endsAt)
    return (
      <Notice
        icon={<IconClock {...icon} />}
        title={`Your subscription ends on ${dayHere(endsAt)}`}
        action={<BillingButton variant="default">Resume</BillingButton>}
      >
        <p>Until then everything works. After it your pages stay up and leads still arrive.</p>
      </Notice>
    )
  const daysLeft = status === 'trialing' && trialEndsAt ? daysUntil(trialEndsAt, now) : undefined
  if (!trialEndsAt || daysLeft === undefined || daysLeft > TRIAL_BANNER_DAYS) return null
  return (
    <Notice
      icon={<IconClock {...icon} />}
      // The server's clock and the browser's may stand on different days.
      title={<span suppressHydrationWarning>Your free trial ends {inDays(daysLeft)}</span>}
      action={<BillingButton variant="default">See my plan</BillingButton>}
    >
      <p>If you stay, there is nothing to do: your card is charged for the first time on {dayHere(trialEndsAt)}.</p>
    </Notice>
  )
}

const inDays = (days: number) => (days === 0 ? 'today' : days === 1 ? 'in 1 day' : `in ${days} days`)

const BillingButton = ({ children, variant }: { children: string; variant?: 'default' }) => (
  <ButtonLink to="/portal/settings" hash="billing" size="xs" variant={variant}>
    {children}
  </ButtonLink>
)
