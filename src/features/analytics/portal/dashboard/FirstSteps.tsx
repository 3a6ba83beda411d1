import { Progress, Text, Title } from '@mantine/core'
import { IconCheck, IconListCheck } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import classes from './FirstSteps.module.css'

/** A checklist until the first visitor; then a line about what was left out. Gone when everything is done. */
export function FirstSteps(firstRun: FirstStepsProgress) {
  const steps = listFirstSteps(firstRun)
  const next = steps.find(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone).length
  if (!next) return null
  const action = (
    <ButtonLink {...next.link} size="xs">
      {next.title}
    </ButtonLink>
  )
  if (firstRun.isSeen)
    return (
      <Notice icon={<IconListCheck {...icon} />} title={`${done} of ${steps.length} first steps done`} action={action}>
        <p>
          Next: {next.title.toLowerCase()}. {next.text}
        </p>
      </Notice>
    )
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <div className={classes.intro}>
        <div className={classes.heading}>
          <Title order={2} size="h3" id="first-steps">
            Four steps to your first lead
          </Title>
          <span className={classes.count}>
            {done} of {steps.length} done
          </span>
        </div>
        <Progress value={(done / steps.length) * 100} size={4} mt={12} aria-label="Steps done" />
        <Text c="dimmed" size="sm" mt={12} maw={680}>
          Once buyers visit, you’ll see your views, the documents they open and your leads here.
        </Text>
      </div>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li
            key={step.title}
            className={classes.step}
            data-done={step.isDone || undefined}
            data-next={step === next || undefined}
          >
            {step.isDone && <IconCheck size={14} stroke={2.5} className={classes.tick} role="img" aria-label="Done" />}
            <Text fw={600} size="sm" component="h3">
              {step.title}
            </Text>
            <Text c="dimmed" size="sm" mt={4} className={classes.about}>
              {step.text}
            </Text>
            {step === next && <div className={classes.action}>{action}</div>}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface FirstStepsProgress {
  hasListing: boolean
  hasFiles: boolean
  isPublished: boolean
  /** The listing has had a visitor. */
  isSeen: boolean
  /** The listing to continue with. */
  listingId: string | null
}

/** The steps to the first lead, with those that are done. */
function listFirstSteps({ hasListing, hasFiles, isPublished, isSeen, listingId }: FirstStepsProgress) {
  const listing = listingId
    ? linkOptions({ to: '/portal/listings/$id', params: { id: listingId } })
    : linkOptions({ to: '/portal/listings' })
  return [
    {
      title: 'Create a listing',
      text: 'A title, a subtitle and a few sentences about the property are enough to start.',
      isDone: hasListing,
      link: linkOptions({ to: '/portal/listings/new' }),
    },
    {
      title: 'Add files',
      text: 'Drop in photos and documents together: title, LIM, building report, floor plan.',
      isDone: hasFiles,
      link: listing,
    },
    {
      title: 'Publish',
      text: 'The page goes live. Everyone sees the photos. Documents open once a buyer leaves their details.',
      isDone: isPublished,
      link: listing,
    },
    {
      title: 'Share the link',
      text: 'Put the link or QR code in your ad. Leads come straight to your inbox.',
      isDone: isSeen,
      link: listing,
    },
  ]
}
