import { useQuery } from '@tanstack/react-query'
import { SectionBody } from '#ui/SectionCard.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import classes from './Billing.module.css'
import { BillingFacts } from './BillingFacts.tsx'
import { BillingFoot } from './BillingFoot.tsx'
import { BillingSkeleton } from './BillingSkeleton.tsx'
import { type Billing, billingQuery } from './billing.functions.ts'
import { isActive } from './billing.ts'
import { InvoiceTable } from './InvoiceTable.tsx'
import { Resubscribe } from './Resubscribe.tsx'
import { TroubleNotice } from './TroubleNotice.tsx'
import type { Trouble } from './troubles.ts'
import { useCatchUp } from './useCatchUp.ts'

interface BillingSectionProps {
  timeZone: string
  trouble: Trouble | undefined
}

/** Asked of the provider after the page is there: the settings do not wait for somebody else's computers. */
export function BillingSection({ timeZone, trouble }: BillingSectionProps) {
  const { data: billing, isError, isFetching, refetch } = useQuery(billingQuery)
  useCatchUp(billing)
  return (
    <>
      {trouble && (
        <div className={classes.trouble}>
          <TroubleNotice trouble={trouble} />
        </div>
      )}
      {billing === undefined ? (
        isError ? (
          <SectionError what="Your billing details" onRetry={refetch} busy={isFetching} />
        ) : (
          <BillingSkeleton />
        )
      ) : billing ? (
        <KnownCustomer billing={billing} timeZone={timeZone} />
      ) : (
        <SectionBody>
          <Resubscribe label="Subscribe">
            You don't have a subscription yet, and nothing is charged. If you've had a free trial before, the first
            payment is due when you subscribe.
          </Resubscribe>
        </SectionBody>
      )}
    </>
  )
}

const KnownCustomer = ({ billing, timeZone }: { billing: Billing; timeZone: string }) => (
  <>
    <SectionBody>
      <BillingFacts billing={billing} timeZone={timeZone} />
      {!isActive(billing.status) && (
        <Resubscribe label="Reactivate">
          Your pages stay up and leads still arrive. To create, edit, upload and publish again, choose a plan. The first
          payment is due at once.
        </Resubscribe>
      )}
      <InvoiceTable invoices={billing.invoices} timeZone={timeZone} />
    </SectionBody>
    <BillingFoot billing={billing} />
  </>
)
