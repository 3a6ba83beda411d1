import { IconFileUpload, IconLink, IconMailHeart } from '@tabler/icons-react'
import { Hero } from './Hero.tsx'
import { Points } from './Points.tsx'
import { Section } from './Section.tsx'
import { TrialCall } from './TrialCall.tsx'
import { TwoSides } from './TwoSides.tsx'

const steps = [
  {
    Icon: IconFileUpload,
    title: '1. Drop in the files',
    text: 'Title, LIM, building report, draft agreement, floor plan and photos, all at once. Large scans are welcome.',
  },
  {
    Icon: IconLink,
    title: '2. Share one link',
    text: 'Each listing has its own page, link and QR code. Put it into your ad, your e-mails or on the sign.',
  },
  {
    Icon: IconMailHeart,
    title: '3. Get the lead',
    text: 'A buyer leaves name, e-mail and phone once and reads at once. Seconds later you know whom to call.',
  },
]

export function HomePage() {
  return (
    <>
      <Hero />
      <Section title="From folder to lead in three steps" tone="white">
        <Points points={steps} />
      </Section>
      <Section title="Good for both sides of the sale">
        <TwoSides />
      </Section>
      <TrialCall />
    </>
  )
}
