import { type HasExample, LiveExample } from '../LiveExample.tsx'
import { PageIntro } from '../PageIntro.tsx'
import { Framed } from '../pictures/Framed.tsx'
import { Stage } from '../pictures/Stage.tsx'
import { Section } from '../Section.tsx'
import { Story } from '../Story.tsx'
import { TrialCall } from '../TrialCall.tsx'
import { Contents } from './Contents.tsx'
import { features } from './features.ts'
import { Rest } from './Rest.tsx'

const widths = { laptop: '(min-width: 62em) 1040px, 640px', phone: '300px', sheet: '380px' }

export function FeaturesPage({ examplePath }: HasExample) {
  return (
    <>
      <PageIntro
        title="From a folder of scans to a qualified lead"
        lead="One place for the files of a property, one link to share them, and a lead for every buyer who reads them."
      >
        <Contents />
      </PageIntro>
      {features.map(({ id, title, text, points, holds, picture, alt }, nth) => (
        <Story
          key={id}
          id={id}
          title={title}
          text={text}
          points={points}
          side={holds === 'laptop' ? 'below' : nth % 2 === 0 ? 'right' : 'left'}
          picture={
            <Stage holds={holds}>
              <Framed as={holds} name={picture} alt={alt} sizes={widths[holds]} />
            </Stage>
          }
        >
          {id === 'listing' && <LiveExample examplePath={examplePath} />}
        </Story>
      ))}
      <Section title="And what one only notices later" tone="grey">
        <Rest />
      </Section>
      <TrialCall />
    </>
  )
}
