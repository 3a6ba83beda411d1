import { Text, Title } from '@mantine/core'
import { IconCalendarHeart, IconDownload, IconReceiptRefund } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { included } from './included.ts'
import { PageIntro } from './PageIntro.tsx'
import { Points } from './Points.tsx'
import classes from './PricingPage.module.css'
import { Questions } from './Questions.tsx'
import { Section } from './Section.tsx'
import { TickList } from './TickList.tsx'

const promises = [
  {
    Icon: IconCalendarHeart,
    title: '30-day free trial',
    text: 'Everything works from the first day. Cancel before it ends and you pay nothing.',
  },
  {
    Icon: IconReceiptRefund,
    title: '30-day money-back guarantee',
    text: 'Not for you after all? Reply to any of our mails within 30 days of your first payment.',
  },
  {
    Icon: IconDownload,
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
      <PageIntro title="One plan, everything included">
        Free for 30 days. After that a monthly or yearly subscription, with a 30-day money-back guarantee. Buyers never
        pay.
      </PageIntro>
      <div className={classes.plan}>
        <div className={classes.card}>
          <Title order={2} size="h3">
            Property Files for agents
          </Title>
          <div className={classes.offer}>{offer}</div>
          <Text fw={600}>Everything is included</Text>
          <TickList items={included} />
        </div>
        <Points points={promises} />
      </div>
      <Section title="Questions" tone="white">
        <Questions />
      </Section>
    </>
  )
}
