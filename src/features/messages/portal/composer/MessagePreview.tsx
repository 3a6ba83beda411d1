import { ActionIcon, NativeSelect, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type countMessageAudience, messagePreviewQuery } from '../../messages.functions.ts'
import type { MessageDraft } from '../../messages.schema.ts'
import classes from './Composer.module.css'

/** While the agent is typing, the preview waits for a pause. */
const PREVIEW_DELAY_MS = 400

interface MessagePreviewProps {
  /** Missing while the texts are incomplete. */
  draft: MessageDraft | undefined
  /** Who would get it. */
  people: Person[]
}

type Person = Awaited<ReturnType<typeof countMessageAudience>>['people'][number]

/** The subject and the email as one buyer will get them, as wide as a phone. */
export function MessagePreview({ draft, people }: MessagePreviewProps) {
  const [chosenId, setChosenId] = useState<string>()
  const chosen = people.find(({ id }) => id === chosenId) ?? people[0]
  const [settled] = useDebouncedValue(draft, PREVIEW_DELAY_MS)
  return (
    <section className={classes.aside} aria-label="Preview">
      <PersonSelect people={people} chosen={chosen} onSelect={setChosenId} />
      {settled ? (
        <EmailPreview draft={settled} person={chosen} />
      ) : (
        <div className={classes.email}>
          <p className={classes.none}>Add a subject and a text to see the email.</p>
        </div>
      )}
    </section>
  )
}

function EmailPreview({ draft, person }: { draft: MessageDraft; person: Person | undefined }) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...messagePreviewQuery({ draft, leadId: person?.id }),
    placeholderData: keepPreviousData,
  })
  if (!data)
    return isError ? (
      <SectionError what="the preview" busy={isFetching} onRetry={refetch} />
    ) : (
      <div className={classes.email} role="status" aria-label="Loading the preview">
        <div className={classes.envelope}>
          <Skeleton h={14} w="80%" my={5} />
          <Skeleton h={10} w="40%" my={5} />
        </div>
        <div className={classes.frame} />
      </div>
    )
  return (
    <div className={classes.email} data-old={isPlaceholderData || undefined}>
      <div className={classes.envelope}>
        <p className={classes.subject}>
          <bdi>{data.subject}</bdi>
        </p>
        <p className={classes.to}>
          To <bdi>{person ? fullName(person) : 'an example buyer'}</bdi>
        </p>
      </div>
      {/* Nothing in it can be opened, and no script runs. */}
      <iframe className={classes.frame} title="Email" sandbox="" srcDoc={data.html} />
      {data.hasCalendarFile && (
        <p className={classes.attachment}>
          <IconCalendarEvent {...icon} /> With a calendar file
        </p>
      )}
    </div>
  )
}

interface PersonSelectProps {
  people: Person[]
  chosen: Person | undefined
  onSelect: (id: string) => void
}

/** Of those who would get it. The arrows go from one to the next. */
function PersonSelect({ people, chosen, onSelect }: PersonSelectProps) {
  if (!chosen) return null
  const index = people.indexOf(chosen)
  const step = (by: number) => onSelect(people.at((index + by) % people.length)?.id ?? '')
  return (
    <div className={classes.person}>
      <NativeSelect
        label="Preview for"
        value={chosen.id}
        data={people.map((person) => ({ value: person.id, label: fullName(person) }))}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      />
      <ActionIcon variant="default" size={36} aria-label="Previous buyer" onClick={() => step(-1)}>
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label="Next buyer" onClick={() => step(1)}>
        <IconChevronRight {...icon} />
      </ActionIcon>
    </div>
  )
}
