import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import buttons from '#ui/buttons.module.css'
import { pricingQuery } from './billing.functions.ts'
import type { Plan } from './billing.ts'
import { PlanChoice } from './PlanChoice.tsx'
import classes from './PlanPlace.module.css'
import { planWord } from './planWords.ts'

interface PlanPlaceProps {
  /** The word for the plan that was chosen, here or on another page. */
  chosen: string | undefined
  onChoose: (word: string) => void
  /** Whether the page came without a price, because our payment partner did not answer. */
  isPriceMissing?: boolean
  /** What follows from the choice. */
  children: (plan: Plan) => ReactNode
}

/**
 * The plans as the provider has them now; while they cannot be had, a calm word and another try. Without Mantine, which the page
 * with the price comes without.
 */
export function PlanPlace({ chosen, onChoose, isPriceMissing = false, children }: PlanPlaceProps) {
  const { data, isError, isFetching, refetch } = useQuery(pricingQuery)
  const plans = data?.plans ?? []
  const plan = plans.find((option) => planWord(option) === chosen) ?? plans[0]
  if (plan)
    return (
      <>
        <PlanChoice plans={plans} plan={plan} onChoose={(option) => onChoose(planWord(option))} />
        {children(plan)}
      </>
    )
  if (!data && !isError && !isPriceMissing) return <PlanSkeleton />
  return (
    <div role="alert">
      <p className={classes.title}>We can’t show the price right now</p>
      <p className={classes.words}>Our payment partner isn’t answering. Please try again in a moment.</p>
      <button type="button" className={buttons.plain} disabled={isFetching} onClick={() => refetch()}>
        {isFetching ? 'Trying again …' : 'Try again'}
      </button>
    </div>
  )
}

const PlanSkeleton = () => (
  <div className={classes.loading} role="status" aria-label="Loading the price">
    <span />
    <span />
    <span />
    <span />
  </div>
)
