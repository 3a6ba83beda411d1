import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './Billing.module.css'
import { CheckoutButton } from './CheckoutButton.tsx'
import { PlanPlace } from './PlanPlace.tsx'

/** For an agent without a subscription that works: why it matters, and the way back. */
export function Resubscribe({ label, children }: { label: string; children: ReactNode }) {
  const [chosen, choose] = useState<string>()
  return (
    <div className={classes.resubscribe}>
      <Text size="sm" mb="md">
        {children}
      </Text>
      <div className={classes.plans}>
        <PlanPlace chosen={chosen} onChoose={choose}>
          {(plan) => (
            <CheckoutButton plan={plan} mt="md" fullWidth>
              {label}
            </CheckoutButton>
          )}
        </PlanPlace>
      </div>
    </div>
  )
}
