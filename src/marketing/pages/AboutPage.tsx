import { PageIntro, PointList, Section, StartTrialSection } from '../sections.tsx'
import classes from './AboutPage.module.css'

const promises = [
  {
    title: 'Buyers read for free',
    text: 'No account, no app, and they can see which documents there are before they say who they are.',
  },
  {
    title: 'Details go to one agent',
    text: 'A buyer’s details go to that listing’s agent. We don’t sell them or use them for advertising.',
  },
  {
    title: 'Counting without tracking',
    text: 'Analytics work without cookies or stored IP addresses. Visitors who ask not to be tracked are counted as a view and nothing more.',
  },
  {
    title: 'Leads belong to the agent',
    text: 'Export them at any time. If your card expires, published pages stay up and enquiries still arrive.',
  },
]

export function AboutPage() {
  return (
    <>
      <PageIntro
        title="Property documents, easy to share and easy to read"
        lead="Buying a home means reading a lot about it first. Property Files makes those documents easy to offer and easy to read."
      />
      <div className={classes.why}>
        <p>
          An agent with a new listing has a title, a LIM, a building report, a draft agreement and a floor plan, and
          sends them to one buyer after another. The files are too big for email, the latest version is hard to find,
          and no one knows who has read what.
        </p>
        <p>
          We put those documents behind one link. Buyers say who they are once, then read. The agent knows straight away
          who to call and what they care about.
        </p>
      </div>
      <Section title="What we promise" tone="grey">
        <PointList points={promises} className={classes.promises} />
      </Section>
      <StartTrialSection />
    </>
  )
}
