import { Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { agencyQuery } from '#features/agencies/agencies.functions.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { formatCount } from '#ui/format/format.ts'
import { SectionBody, SectionError, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { type Billing, billingQuery, refreshSubscription, subscriptionQuery } from '../billing.functions.ts'
import { type CheckoutError, isActiveStatus } from '../billing.schema.ts'
import { CheckoutButton, CheckoutErrorNotice } from '../public/CheckoutButton.tsx'
import { PlanPicker } from '../public/PlanPicker.tsx'
import classes from './Billing.module.css'
import { BillingDetails, BillingFooter, InvoiceTable } from './BillingDetails.tsx'

interface BillingSectionProps {
  timeZone: string
  checkoutError: CheckoutError | undefined
}

/** Loaded after the page: the settings do not wait for Stripe. */
export function BillingSection({ timeZone, checkoutError }: BillingSectionProps) {
  const { data: billing, isError, isFetching, refetch } = useQuery(billingQuery)
  const { data: agency } = useQuery(agencyQuery)
  const isLeaving = Boolean(agency?.deletionDueAt)
  useRefreshWhenChanged(billing)
  return (
    <>
      {checkoutError && (
        <div className={classes.checkoutError}>
          <CheckoutErrorNotice error={checkoutError} />
        </div>
      )}
      {billing === undefined ? (
        isError ? (
          <SectionError what="your billing details" onRetry={refetch} busy={isFetching} />
        ) : (
          <BillingSkeleton />
        )
      ) : billing ? (
        <CustomerBilling billing={billing} timeZone={timeZone} isLeaving={isLeaving} />
      ) : (
        <SectionBody>
          <Subscribe label="Subscribe" isLeaving={isLeaving}>
            You don’t have a subscription yet, and nothing is charged. If you’ve had a free trial before, the first
            payment is due when you subscribe.
            {agency && agency.members.length > 1 && ' Each member needs a seat, at the price shown.'}
          </Subscribe>
        </SectionBody>
      )}
    </>
  )
}

/** All that a member who may not manage billing sees here, after following a link to a checkout. */
export const CheckoutRefusal = ({ error }: { error: CheckoutError }) => (
  <SectionBody>
    <CheckoutErrorNotice error={error} />
  </SectionBody>
)

/**
 * An agent who comes back from Stripe may be faster than its webhook. When Stripe and our database differ, the stored subscription is
 * refreshed once, so that the rest of the portal agrees.
 */
function useRefreshWhenChanged(billing: Billing | null | undefined) {
  const queryClient = useQueryClient()
  const { data: stored } = useQuery(subscriptionQuery)
  const { mutate: refresh, isIdle } = useMutation({
    mutationFn: () => refreshSubscription(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.user.all }),
    meta: { handled: true },
  })
  const differs =
    billing?.isCurrent &&
    stored &&
    (billing.status !== stored.status ||
      billing.endsAt?.getTime() !== stored.endsAt?.getTime() ||
      billing.seats !== stored.seats)
  useEffect(() => {
    if (differs && isIdle) refresh()
  }, [differs, isIdle, refresh])
}

interface CustomerBillingProps {
  billing: Billing
  timeZone: string
  isLeaving: boolean
}

const CustomerBilling = ({ billing, timeZone, isLeaving }: CustomerBillingProps) => (
  <>
    <SectionBody>
      <BillingDetails billing={billing} timeZone={timeZone} isLeaving={isLeaving} />
      {!isActiveStatus(billing.status) && (
        <Subscribe label="Reactivate" isLeaving={isLeaving}>
          Your pages stay up and leads still arrive. To create, edit, upload and publish again, choose a plan. The first
          payment is due straight away.
          {billing.use.used > 1 && ` You need ${formatCount(billing.use.used, 'seat')}, each at the price shown.`}
        </Subscribe>
      )}
      <InvoiceTable invoices={billing.invoices} timeZone={timeZone} />
    </SectionBody>
    <BillingFooter billing={billing} isLeaving={isLeaving} />
  </>
)

interface SubscribeProps {
  label: string
  /** The agency will be deleted: then there is nothing to subscribe to. */
  isLeaving: boolean
  children: ReactNode
}

/** For an agent without an active subscription. */
function Subscribe({ label, isLeaving, children }: SubscribeProps) {
  const [chosen, choose] = useState<string>()
  if (isLeaving) return <Text size="sm">Your agency will be deleted. To subscribe, keep it first.</Text>
  return (
    <div className={classes.subscribe}>
      <Text size="sm" mb="md">
        {children}
      </Text>
      <div className={classes.plans}>
        <PlanPicker chosen={chosen} onChoose={choose}>
          {(plan) => (
            <CheckoutButton plan={plan} mt="md" fullWidth>
              {label}
            </CheckoutButton>
          )}
        </PlanPicker>
      </div>
    </div>
  )
}

const skeletonFacts = ['plan', 'status', 'payment', 'card']

/** As tall as what most agents have: four facts and one invoice. */
const BillingSkeleton = () => (
  <div role="status" aria-label="Loading your billing details">
    <SectionBody>
      <div className={classes.facts}>
        {skeletonFacts.map((fact) => (
          <div key={fact}>
            <Skeleton h={10} w={60} mt={5} mb={9} />
            <Skeleton h={12} w={120} mb={10} />
            <Skeleton h={10} w={100} mb={6} />
          </div>
        ))}
      </div>
      <div className={classes.invoices}>
        <Skeleton h={110} />
      </div>
    </SectionBody>
    <SectionFooter>
      <Skeleton h={36} w={280} />
    </SectionFooter>
  </div>
)
