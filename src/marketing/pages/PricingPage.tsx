import type { ReactNode } from 'react'
import { STORAGE_QUOTA_BYTES, TRIAL_STORAGE_QUOTA_BYTES } from '#platform/storage/storage.ts'
import { formatBytes } from '#ui/format/format.ts'
import { PageIntro, PointList, Section, TickList } from '../sections.tsx'
import classes from './PricingPage.module.css'

const storage = formatBytes(STORAGE_QUOTA_BYTES)
const trialStorage = formatBytes(TRIAL_STORAGE_QUOTA_BYTES)

/** What every plan includes. */
export const includedFeatures = [
  'Unlimited listings, each with its own page, link, QR code and poster',
  `${storage} for photos and documents of up to 500 MB each (${trialStorage} during the trial)`,
  'Leads by email within seconds, and in the portal',
  'What each buyer read, and analytics for every listing',
  'Free reading for every buyer',
  'Export everything at any time',
]

const promises = [
  {
    title: '30-day free trial',
    text: 'Everything works from day one. Cancel before the trial ends and you pay nothing.',
  },
  {
    title: '30-day money-back guarantee',
    text: 'Not for you? Reply to any of our emails within 30 days of your first payment.',
  },
  {
    title: 'Your data stays yours',
    text: 'Download your files and export your leads whenever you like, even after you cancel.',
  },
]

const questions = [
  {
    title: 'Why do you ask for a card before the trial?',
    text: 'So you can keep editing and publishing when the trial ends. Cancel within the 30 days and you won’t be charged.',
  },
  {
    title: 'Can I have a second free trial?',
    text: 'There’s one for each person and card. If yours was used before, we tell you before anything is charged.',
  },
  {
    title: 'How does the money-back guarantee work?',
    text: 'Within 30 days of your first payment, reply to any of our emails with “money back”. You don’t need to give a reason.',
  },
  {
    title: 'What happens to my listings if I cancel?',
    text: 'You can still sign in, read and export. Published pages stay up and leads still reach you.',
  },
  {
    title: 'What do buyers pay?',
    text: 'Nothing, and they don’t need an account. They leave their details once, then read.',
  },
  {
    title: 'How many listings and files can I have?',
    text: `As many listings as you like, with ${storage} for their files (${trialStorage} during the trial) and up to 500 MB per file.`,
  },
  {
    title: 'Do you use cookies to count visits?',
    text: 'No, and we don’t store IP addresses. Cookies only keep agents signed in and documents unlocked for buyers.',
  },
]

interface PricingPageProps {
  /** The price, and the button that starts the trial. */
  offer: ReactNode
}

export function PricingPage({ offer }: PricingPageProps) {
  return (
    <>
      <PageIntro
        title="One plan, everything included"
        lead="Free for 30 days, then a monthly or yearly subscription with a 30-day money-back guarantee. Buyers never pay."
      />
      <div className={classes.plan}>
        <div className={classes.card}>
          <div className={classes.offer}>
            <h2 className={classes.name}>Property Files for agents</h2>
            {offer}
          </div>
          <div className={classes.included}>
            <h3 className={classes.name}>What’s included</h3>
            <TickList items={includedFeatures} />
          </div>
        </div>
        <PointList points={promises} className={classes.promises} />
      </div>
      <Section title="Questions" tone="grey">
        <PointList points={questions} className={classes.questionsList} />
      </Section>
    </>
  )
}
