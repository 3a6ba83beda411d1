import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { TickList } from '../sections.tsx'
import classes from './GetStartedPage.module.css'
import { includedFeatures } from './PricingPage.tsx'

const steps = [
  { title: 'Add your card', text: 'Our payment partner keeps it safe. You won’t be charged before the trial ends.' },
  { title: 'Create your password', text: 'We email you a link. Create a password and you’re in.' },
  { title: 'Share your first listing', text: 'Drop in photos and documents, publish, and put the link in your ad.' },
]

interface GetStartedPageProps {
  /** The choice of plan, and the button to the checkout. */
  start: ReactNode
}

export function GetStartedPage({ start }: GetStartedPageProps) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} className={classes.title}>
          Start your free trial
        </Title>
        <Text c="dimmed" className={classes.lead}>
          Put your next listing’s documents behind one link, and know every buyer who reads them.
        </Text>
      </div>
      <div className={classes.start}>{start}</div>
      <div className={classes.more}>
        <section aria-labelledby="what-you-get">
          <Title order={2} size="h3" id="what-you-get">
            What you get
          </Title>
          <TickList items={includedFeatures} />
        </section>
        <section aria-labelledby="what-happens-next">
          <Title order={2} size="h3" id="what-happens-next">
            What happens next
          </Title>
          <ol className={classes.steps}>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <Text fw={600}>{title}</Text>
                <Text c="dimmed">{text}</Text>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  )
}
