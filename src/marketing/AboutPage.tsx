import { PageIntro } from './PageIntro.tsx'
import { Prose } from './Prose.tsx'
import { TrialCall } from './TrialCall.tsx'

export function AboutPage() {
  return (
    <>
      <PageIntro title="The paperwork of a home, easy to hand over">
        Buying a home means reading a lot about it first. Property Files makes that reading easy to offer and easy to
        do.
      </PageIntro>
      <Prose>
        <h2>Why we make it</h2>
        <p>
          An agent with a new listing has a title, a LIM, a building report, a draft agreement and a floor plan, and
          sends them again and again to people who ask. The files are too large for e-mail, the newest version is hard
          to find, and nobody knows who has read what.
        </p>
        <p>
          We put those files behind one link. The buyer says who is asking, once, and reads. The agent knows at once
          whom to call, and what they care about.
        </p>
        <h2>What we hold to</h2>
        <ul>
          <li>Buyers read for free and need no account.</li>
          <li>A buyer's details go to the agent of that listing, and are not sold to anybody.</li>
          <li>Analytics work without cookies and without stored IP addresses.</li>
          <li>An agent's leads belong to the agent, and can be exported at any time.</li>
        </ul>
      </Prose>
      <TrialCall />
    </>
  )
}
