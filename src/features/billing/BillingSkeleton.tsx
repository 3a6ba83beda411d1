import { Skeleton } from '@mantine/core'
import { SectionBody, SectionFoot } from '#ui/SectionCard.tsx'
import classes from './Billing.module.css'

const facts = ['plan', 'status', 'payment', 'card']

/** As tall as what most agents have: four facts and one invoice. */
export const BillingSkeleton = () => (
  <div role="status" aria-label="Loading your billing details">
    <SectionBody>
      <div className={classes.facts}>
        {facts.map((fact) => (
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
    <SectionFoot>
      <Skeleton h={36} w={280} />
    </SectionFoot>
  </div>
)
