import { Progress, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { ButtonLink } from '../links.tsx'
import classes from './FirstSteps.module.css'

interface FirstStepsProps {
  hasListing: boolean
  hasFiles: boolean
  isPublished: boolean
  /** Somebody has followed the link. */
  isSeen: boolean
  /** The listing to go on with. */
  listingId: string | null
}

/** The way to the first lead, with what is done already. Gone when everything is. */
export function FirstSteps({ hasListing, hasFiles, isPublished, isSeen, listingId }: FirstStepsProps) {
  const listing = listingId
    ? linkOptions({ to: '/portal/listings/$id', params: { id: listingId } })
    : linkOptions({ to: '/portal/listings' })
  const steps = [
    {
      title: 'Create a listing',
      text: 'A title, a subtitle and a few sentences about the home are enough to begin.',
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
      text: 'The page goes live. Everyone sees the photos; documents open once a buyer says who they are.',
      isDone: isPublished,
      link: listing,
    },
    {
      title: 'Share the link',
      text: 'Put the link or its QR code into your ad. Leads come straight to your inbox.',
      isDone: isSeen,
      link: listing,
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <div className={classes.intro}>
        <div className={classes.heading}>
          <Title order={2} size="h3" id="first-steps">
            Four steps to your first lead
          </Title>
          <span className={classes.count}>{done} of 4 done</span>
        </div>
        <Progress value={done * 25} size={4} mt={12} aria-label="Steps done" />
        {!isSeen && (
          <Text c="dimmed" size="sm" mt={12} maw={560}>
            Once buyers come, this page shows how many looked, which files they opened and who left their details.
          </Text>
        )}
      </div>
      <ol className={classes.steps}>
        {steps.map(({ title, text, isDone, link }) => (
          <li
            key={title}
            className={classes.step}
            data-done={isDone || undefined}
            data-next={title === next.title || undefined}
          >
            {isDone && <IconCheck size={14} stroke={2.5} className={classes.tick} role="img" aria-label="Done" />}
            <Text fw={600} size="sm" component="h3">
              {title}
            </Text>
            <Text c="dimmed" size="sm" mt={4}>
              {text}
            </Text>
            {title === next.title && (
              <ButtonLink {...link} size="xs" mt={12}>
                {title}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
