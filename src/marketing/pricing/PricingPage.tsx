import type { ReactNode } from 'react'
import { included } from '../included.ts'
import { PageIntro } from '../PageIntro.tsx'
import { Points } from '../Points.tsx'
import { Section } from '../Section.tsx'
import { TickList } from '../TickList.tsx'
import classes from './PricingPage.module.css'
import { Questions } from './Questions.tsx'

const promises = [
  {
    title: '30-day free trial',
    text: 'Everything works from the first day. Cancel before it ends and you pay nothing.',
  },
  {
    title: '30-day money-back guarantee',
    text: 'Not for you after all? Reply to any of our mails within 30 days of your first payment.',
  },
  {
    title: 'Yours to take along',
    text: 'Files and leads are yours. Download and export them whenever you like, also after you cancel.',
  },
]

interface PricingPageProps {
  /** The price, and the way on. */
  offer: ReactNode
}

export function PricingPage({ offer }: PricingPageProps) {
  return (
    <>
      <PageIntro
        title="One plan, everything included"
        lead="Free for 30 days. After that a monthly or yearly subscription, with a 30-day money-back guarantee. Buyers never pay."
      />
      <div className={classes.plan}>
        <div className={classes.card}>
          <div className={classes.offer}>
            <h2 className={classes.name}>Property Files for agents</h2>
            {offer}
          </div>
          <div className={classes.included}>
            <h3 className={classes.name}>Everything is included</h3>
            <TickList items={included} />
          </div>
        </div>
        <Points points={promises} className={classes.promises} />
      </div>
      <Section title="Questions" tone="grey">
        <Questions />
      </Section>
    </>
  )
}
