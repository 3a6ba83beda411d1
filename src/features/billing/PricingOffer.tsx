import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import buttons from '#ui/buttons.module.css'
import classes from './PlanPlace.module.css'
import { PlanPlace } from './PlanPlace.tsx'
import { planWord } from './planWords.ts'

/** The price on the pricing page, and the way on with the plan that was chosen. */
export function PricingOffer({ isPriceMissing }: { isPriceMissing: boolean }) {
  const [chosen, choose] = useState<string>()
  return (
    <PlanPlace chosen={chosen} onChoose={choose} isPriceMissing={isPriceMissing}>
      {(plan) => (
        <div className={classes.way}>
          <Link to="/get-started" search={{ plan: planWord(plan) }} className={buttons.filled}>
            Start free trial
          </Link>
          <p>{plan.trialDays}-day free trial for new customers. Nothing is charged today.</p>
        </div>
      )}
    </PlanPlace>
  )
}
