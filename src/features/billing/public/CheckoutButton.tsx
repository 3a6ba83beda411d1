import { Button, type ButtonProps } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { CheckoutError, Plan } from '../billing.schema.ts'

interface CheckoutButtonProps extends ButtonProps {
  plan: Plan
}

/** Stripe may be slow, but a navigation that was stopped must not leave the button disabled. */
const TIMEOUT_MS = 15_000

/** A plain link, so that it works before hydration. Busy after the click, so that a double click opens one checkout. */
export function CheckoutButton({ plan, ...button }: CheckoutButtonProps) {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!isLeaving) return
    const stay = () => setLeaving(false)
    const timer = setTimeout(stay, TIMEOUT_MS)
    // The browser may restore this page from its cache on the way back from the checkout.
    window.addEventListener('pageshow', stay)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', stay)
    }
  }, [isLeaving])

  function leave(event: MouseEvent) {
    if (isLeaving) event.preventDefault()
    else if (!opensElsewhere(event)) setLeaving(true)
  }
  return (
    <Button
      {...button}
      component="a"
      href={plan.checkoutUrl}
      onClick={leave}
      loading={isLeaving}
      aria-disabled={isLeaving || undefined}
    />
  )
}

const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || altKey

const checkoutErrors: Record<CheckoutError, { title: string; text: string }> = {
  tooMany: {
    title: 'Too many attempts',
    text: 'Try again in a few minutes. Nothing was charged.',
  },
  active: {
    title: 'Your subscription is already active',
    text: 'There’s nothing to pay. Nothing was charged.',
  },
  plan: {
    title: 'That plan is no longer available',
    text: 'Please choose one of the plans shown here. Nothing was charged.',
  },
  owner: {
    title: 'Ask an owner of your agency',
    text: 'Only an owner can subscribe or change the plan. Nothing was charged.',
  },
  otherAgency: {
    title: 'You already pay for another agency',
    text: 'Make someone else an owner of this one, and let them subscribe. Nothing was charged.',
  },
  deletion: {
    title: 'Your agency will be deleted',
    text: 'Keep the agency first, then subscribe. Nothing was charged.',
  },
  unavailable: {
    title: 'We couldn’t open the payment page',
    text: 'Our payment partner isn’t responding right now. Please try again in a moment. Nothing was charged.',
  },
}

/** Why a checkout link redirected back to this page. */
export function CheckoutErrorNotice({ error }: { error: CheckoutError | undefined }) {
  if (!error) return null
  const { title, text } = checkoutErrors[error]
  return (
    <Notice role="alert" tone="amber" icon={<IconAlertCircle {...icon} />} title={title}>
      <p>{text}</p>
    </Notice>
  )
}
