import { Text, Title } from '@mantine/core'
import { ButtonLink } from '../links.tsx'
import classes from './FirstSteps.module.css'

const steps = [
  { title: 'Create a listing', text: 'A title, a subtitle and a few sentences about the home are enough to begin.' },
  { title: 'Add files', text: 'Drop in photos and documents together: title, LIM, building report, floor plan.' },
  {
    title: 'Publish',
    text: 'The page goes live. Everyone sees the photos; documents open once a buyer says who they are.',
  },
  { title: 'Share the link', text: 'Put the link or its QR code into your ad. Leads come straight to your inbox.' },
]

/** The dashboard of somebody who has nothing to count yet. */
export function FirstSteps() {
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <div className={classes.intro}>
        <Title order={2} id="first-steps">
          Four steps to your first lead
        </Title>
        <Text c="dimmed" size="sm" mt={6} maw={560}>
          Once a listing is out, this page shows its views, its visitors, the files they opened and the leads they left.
        </Text>
      </div>
      <ol className={classes.steps}>
        {steps.map(({ title, text }) => (
          <li key={title} className={classes.step}>
            <Text fw={600} size="sm">
              {title}
            </Text>
            <Text c="dimmed" size="sm" mt={4}>
              {text}
            </Text>
          </li>
        ))}
      </ol>
      <div className={classes.next}>
        <ButtonLink to="/portal/listings/new">Create a listing</ButtonLink>
      </div>
    </section>
  )
}
