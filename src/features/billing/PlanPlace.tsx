import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pricingQuery } from './billing.functions.ts'
import type { Plan } from './billing.ts'
import { PlanChoice } from './PlanChoice.tsx'
import { planWord } from './planWords.ts'

interface PlanPlaceProps {
  /** The word for the plan that was chosen, here or on another page. */
  chosen: string | undefined
  onChoose: (word: string) => void
  /** What follows from the choice. */
  children: (plan: Plan) => ReactNode
}

/** The plans as the provider has them now; while they cannot be had, a calm word and another try. */
export function PlanPlace({ chosen, onChoose, children }: PlanPlaceProps) {
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
  if (!data && !isError) return <PlanSkeleton />
  return (
    <div role="alert">
      <Text fw={600}>The price cannot be shown right now</Text>
      <Text c="dimmed" mt={4}>
        Our payment provider is not answering. Everything else works; please try again in a moment.
      </Text>
      <Button variant="default" mt="md" loading={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  )
}

const PlanSkeleton = () => (
  <div role="status" aria-label="Loading the price">
    <Skeleton h={48} mb={24} />
    <Skeleton h={40} w={180} mt={6} />
    <Skeleton h={14} w={240} maw="100%" mt={14} mb={4} />
    <Skeleton h={42} mt={24} />
  </div>
)
