import { Text } from '@mantine/core'
import { useState } from 'react'
import { ButtonLink } from '#ui/links.tsx'
import { PlanPlace } from './PlanPlace.tsx'
import { planWord } from './planWords.ts'

/** The price on the pricing page, and the way on with the plan that was chosen. */
export function PricingOffer() {
  const [chosen, choose] = useState<string>()
  return (
    <PlanPlace chosen={chosen} onChoose={choose}>
      {(plan) => (
        <>
          <ButtonLink to="/get-started" search={{ plan: planWord(plan) }} size="md" mt={24} fullWidth>
            Start free trial
          </ButtonLink>
          <Text size="sm" c="dimmed" ta="center" mt={12}>
            {plan.trialDays}-day free trial. Nothing is charged today.
          </Text>
        </>
      )}
    </PlanPlace>
  )
}
