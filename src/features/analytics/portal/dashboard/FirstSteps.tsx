import { Progress, Text, Title } from '@mantine/core'
import { IconCheck, IconListCheck } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { FirstStepsProgress } from '../../analytics.schema.ts'
import classes from './FirstSteps.module.css'

/** A checklist until the first visitor; then a line about what was left out, until everything is done. */
export function FirstSteps(firstRun: FirstStepsProgress) {
  const steps = listFirstSteps(firstRun)
  const next = steps.find(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone).length
  const action = next && (
    <ButtonLink {...next.link} size="xs">
      {next.title}
    </ButtonLink>
  )
  if (firstRun.isSeen)
    return (
      next && (
        <Notice
          icon={<IconListCheck {...icon} />}
          title={`${done} of ${steps.length} first steps done`}
          action={action}
        >
          <p>
            Next: {next.title.toLowerCase()}. {next.text}
          </p>
        </Notice>
      )
    )
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <div className={classes.intro}>
        <div className={classes.heading}>
          <Title order={2} size="h3" id="first-steps">
            Five steps to your first lead
          </Title>
          <span className={classes.count}>
            {done} of {steps.length} done
          </span>
        </div>
        <Progress value={(done / steps.length) * 100} size={4} mt={12} aria-label="Steps done" />
        <Text c="dimmed" size="sm" mt={12} maw={680}>
          {next
            ? 'Once buyers visit, you’ll see your views, the documents they open and your leads here.'
            : 'All done. Your views, the documents buyers open and your leads appear here with the first visit.'}
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

/** The steps to the first lead, with those that are done. */
function listFirstSteps(progress: FirstStepsProgress) {
  const { hasListing, hasFiles, isPublished, hasContactCard, isShared, isSeen, listingId } = progress
  const listing = listingId
    ? linkOptions({ to: '/portal/listings/$id', params: { id: listingId } })
    : linkOptions({ to: '/portal/listings' })
  return [
    {
      title: 'Create a listing',
      text: 'Drop in a folder or type the address. Drafts save themselves.',
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
      title: 'Complete your contact card',
      text: 'Add your photo, phone number, agency and licence line. Buyers see them on every listing.',
      isDone: hasContactCard,
      link: linkOptions({ to: '/portal/settings', hash: 'profile' }),
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
      // A visit means that someone has the link.
      isDone: isShared || isSeen,
      link: listing,
    },
  ]
}
