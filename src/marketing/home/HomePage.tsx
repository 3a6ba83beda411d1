import type { HasExample } from '../LiveExample.tsx'
import { Section } from '../Section.tsx'
import { TrialCall } from '../TrialCall.tsx'
import { Facts } from './Facts.tsx'
import { Hero } from './Hero.tsx'
import { Steps } from './Steps.tsx'
import { Stories } from './Stories.tsx'
import { TwoSides } from './TwoSides.tsx'

export function HomePage({ examplePath }: HasExample) {
  return (
    <>
      <Hero examplePath={examplePath} />
      <Facts />
      <Section title="From folder to lead in three steps" tone="grey">
        <Steps />
      </Section>
      <Stories examplePath={examplePath} />
      <Section title="Good for both sides of the sale" tone="grey">
        <TwoSides />
      </Section>
      <TrialCall />
    </>
  )
}
