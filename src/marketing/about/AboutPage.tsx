import { PageIntro } from '../PageIntro.tsx'
import { Points } from '../Points.tsx'
import { Section } from '../Section.tsx'
import { TrialCall } from '../TrialCall.tsx'
import classes from './AboutPage.module.css'

const promises = [
  {
    title: 'Buyers read for free',
    text: 'They need no account and no app, and they see what there is before they say who they are.',
  },
  {
    title: 'Details go to one agent',
    text: 'What a buyer leaves goes to the agent of that listing. It is sold to nobody and feeds no advertising.',
  },
  {
    title: 'Counting is not watching',
    text: 'Analytics work without cookies and without stored IP addresses. Whoever asks not to be counted is not.',
  },
  {
    title: 'Leads belong to the agent',
    text: 'They can be exported at any time. When a card expires, published pages stay up and enquiries still arrive.',
  },
]

export function AboutPage() {
  return (
    <>
      <PageIntro
        title="The paperwork of a home, easy to hand over"
        lead="Buying a home means reading a lot about it first. Property Files makes that reading easy to offer and easy to do."
      />
      <div className={classes.why}>
        <p>
          An agent with a new listing has a title, a LIM, a building report, a draft agreement and a floor plan, and
          sends them again and again to people who ask. The files are too large for e-mail, the newest version is hard
          to find, and nobody knows who has read what.
        </p>
        <p>
          We put those files behind one link. The buyer says who is asking, once, and reads. The agent knows at once
          whom to call, and what they care about.
        </p>
      </div>
      <Section title="What we hold to" tone="grey">
        <Points points={promises} className={classes.promises} />
      </Section>
      <TrialCall />
    </>
  )
}
