import { Action } from '../Action.tsx'
import { type HasExample, LiveExample } from '../LiveExample.tsx'
import { Framed } from '../pictures/Framed.tsx'
import { Stage } from '../pictures/Stage.tsx'
import { Story } from '../Story.tsx'

/** What makes the difference, one after the other. */
export function Stories({ examplePath }: HasExample) {
  return (
    <>
      <Story
        title="Know what they read before you call"
        text="A lead comes with its journey: which documents the buyer opened, when, and how often they came back. The call starts with what matters to them."
        points={[
          'Press reply, and you are writing to the buyer',
          'A status and a note of your own for every lead',
          'Take the whole list along as CSV, whenever you like',
        ]}
        picture={
          <Stage holds="sheet">
            <Framed as="sheet" name="lead" alt="A lead with the buyer's details and what they did" sizes="380px" />
          </Stage>
        }
      />
      <Story
        side="left"
        title="Large scans, small screens, no waiting"
        text="Documents open in the page, piece by piece: the first page of a 300 MB scan is there while the rest is still on its way. Nothing to install, nothing to sign up for."
        points={[
          'Search, thumbnails, and pinch to zoom',
          'A private link by e-mail opens the files on any other device',
          'What is new since the last visit says so',
        ]}
        picture={
          <Stage holds="phone">
            <Framed as="phone" name="reading" alt="A building report, open on a phone" sizes="300px" />
          </Stage>
        }
      >
        <LiveExample examplePath={examplePath} />
      </Story>
      <Story
        side="below"
        title="Numbers that agree, without a single cookie"
        text="Views, visitors, opened documents and leads, by day, city, device and referrer. Nobody is recognised for longer than a day, and no IP address is stored."
        points={[
          'One listing or all of them, next to the time before',
          'From the first view to the lead: where buyers stop',
          'Every event in a live log, and as CSV',
        ]}
        picture={
          <Stage holds="laptop">
            <Framed
              as="laptop"
              name="analytics"
              alt="Views and visitors of the last 30 days"
              sizes="(min-width: 62em) 1040px, 640px"
            />
          </Stage>
        }
      >
        <Action to="/features" look="plain">
          All features
        </Action>
      </Story>
    </>
  )
}
