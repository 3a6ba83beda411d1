import { Button, type ButtonProps } from '@mantine/core'
import { type MouseEvent, useEffect, useState } from 'react'
import type { Plan } from './billing.ts'

interface CheckoutButtonProps extends ButtonProps {
  plan: Plan
}

/** The provider may take its time, but not so long that a visit that was stopped leaves the button dead. */
const GIVEN_UP = 15_000

/** A plain link, so that it works before the page is awake. Busy after the click: nobody opens two checkouts. */
export function CheckoutButton({ plan, ...button }: CheckoutButtonProps) {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!isLeaving) return
    const stay = () => setLeaving(false)
    const timer = setTimeout(stay, GIVEN_UP)
    // The browser may bring this very page back when somebody returns from the checkout.
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
