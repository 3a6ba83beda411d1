import { Text, Title } from '@mantine/core'
import { IconCalendarHeart, IconDownload, IconReceiptRefund } from '@tabler/icons-react'
import { ButtonLink } from '#ui/links.tsx'
import { PageIntro } from './PageIntro.tsx'
import { Points } from './Points.tsx'
import classes from './PricingPage.module.css'
import { Questions } from './Questions.tsx'
import { Section } from './Section.tsx'
import { TickList } from './TickList.tsx'

const included = [
  'Listings with photos, documents, link and QR code',
  'Leads by e-mail and in the portal',
  'Analytics for every listing',
  'Free reading for every buyer',
  'Export of your leads at any time',
]

const promises = [
  {
    Icon: IconCalendarHeart,
    title: '30-day free trial',
    text: 'Everything works from the first day. Cancel before it ends and you pay nothing.',
  },
  {
    Icon: IconReceiptRefund,
    title: '30-day money-back guarantee',
    text: 'Not for you after all? Ask within 30 days of your first payment and get it back.',
  },
  {
    Icon: IconDownload,
    title: 'Yours to take along',
    text: 'Files and leads are yours. Download and export them whenever you like, also after you cancel.',
  },
]

export function PricingPage() {
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
          <Text c="dimmed" mt={4}>
            You see the price for monthly and yearly billing before you enter a card.
          </Text>
          <TickList items={included} />
          <ButtonLink to="/get-started" size="md" mt={32} fullWidth>
            Start free trial
          </ButtonLink>
        </div>
        <Points points={promises} />
      </div>
      <Section title="Questions" tone="white">
        <Questions />
      </Section>
    </>
  )
}
