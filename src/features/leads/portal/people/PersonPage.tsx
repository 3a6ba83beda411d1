import { Button, NativeSelect, Text } from '@mantine/core'
import {
  IconArrowsJoin,
  IconChevronLeft,
  IconDownload,
  IconMail,
  IconMessage,
  IconPencil,
  IconPhone,
  IconTrash,
} from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EventTimeline } from '#features/analytics/portal/EventTimeline.tsx'
import { HeatBadge } from '#features/analytics/portal/HeatBadge.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { saveTextFile } from '#ui/feedback/copyOrSaveText.ts'
import { emailLink, phoneLink, textMessageLink } from '#ui/format/contactLinks.ts'
import { longDate } from '#ui/format/dates.ts'
import { fullName } from '#ui/format/format.ts'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { Initials } from '#ui/table/PersonCell.tsx'
import { icon } from '#ui/theme/theme.ts'
import { leadStatuses, statusLabels } from '../../leadsSearch.ts'
import {
  type Enquiry,
  fetchPersonData,
  type OwnPerson,
  personQuery,
  personTimelineQuery,
} from '../../people/people.functions.ts'
import { NextActionText } from '../drawer/NextAction.tsx'
import { EditPersonDialog, ErasePersonDialog, MergeDialog } from './PersonDialogs.tsx'
import classes from './PersonPage.module.css'
import { usePersonActions } from './usePersonActions.ts'

interface PersonPageProps {
  id: string
  timeZone: string
  /** The person no longer exists. */
  onErased: () => void
}

const smallIcon = { ...icon, size: 16 }

/** One person with all their enquiries. */
export function PersonPage({ id, timeZone, onErased }: PersonPageProps) {
  const { data: person } = useSuspenseQuery(personQuery(id))
  const [open, setOpen] = useState<'edit' | 'merge' | 'erase'>()
  const close = () => setOpen(undefined)
  return (
    <div className={classes.page}>
      <TextLink to="/portal/people" className={classes.back}>
        <IconChevronLeft {...smallIcon} /> People
      </TextLink>
      <PersonHeader person={person} timeZone={timeZone} onOpen={setOpen} />
      <SectionCard title="Enquiries">
        {person.enquiries.map((enquiry) => (
          <EnquiryDetails key={enquiry.id} enquiry={enquiry} timeZone={timeZone} />
        ))}
      </SectionCard>
      <MergedPeople person={person} />
      <PersonTimeline id={person.id} timeZone={timeZone} />
      <EditPersonDialog opened={open === 'edit'} person={person} onClose={close} />
      <MergeDialog opened={open === 'merge'} person={person} onClose={close} />
      <ErasePersonDialog opened={open === 'erase'} person={person} onClose={close} onErased={onErased} />
    </div>
  )
}

interface PersonHeaderProps {
  person: OwnPerson
  timeZone: string
  onOpen: (dialog: 'edit' | 'merge' | 'erase') => void
}

function PersonHeader({ person, timeZone, onOpen }: PersonHeaderProps) {
  const { phone, phoneText, email, heat, note, lastSeenAt } = person
  const { mutate: download, isPending } = useDownload(person)
  return (
    <SectionCard title={fullName(person)}>
      <SectionBody>
        <div className={classes.header}>
          <span className={classes.initials}>
            <Initials {...person} />
          </span>
          <div className={classes.contacts}>
            {phoneText && <div>{phoneText}</div>}
            {email && <div>{email}</div>}
            <div className={classes.seen}>
              <HeatBadge heat={heat} isLong />
              <Text size="sm" c="dimmed">
                Last seen <RelativeTime moment={lastSeenAt} timeZone={timeZone} />
              </Text>
            </div>
            {note && (
              <p className={classes.note} dir="auto">
                {note}
              </p>
            )}
          </div>
        </div>
        <div className={classes.actions}>
          {phone && (
            <Button component="a" href={phoneLink(phone)} size="xs" leftSection={<IconPhone {...smallIcon} />}>
              Call
            </Button>
          )}
          {phone && (
            <Button
              component="a"
              href={textMessageLink(phone)}
              variant="default"
              size="xs"
              leftSection={<IconMessage {...smallIcon} />}
            >
              Text
            </Button>
          )}
          {email && (
            <Button
              component="a"
              href={emailLink(email)}
              variant="default"
              size="xs"
              leftSection={<IconMail {...smallIcon} />}
            >
              Email
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil {...smallIcon} />}
            onClick={() => onOpen('edit')}
          >
            Edit
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowsJoin {...smallIcon} />}
            onClick={() => onOpen('merge')}
          >
            Merge
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload {...smallIcon} />}
            loading={isPending}
            onClick={() => download()}
          >
            Export
          </Button>
          <Button
            variant="default"
            size="xs"
            c="red.9"
            leftSection={<IconTrash {...smallIcon} />}
            onClick={() => onOpen('erase')}
          >
            Erase
          </Button>
        </div>
      </SectionBody>
    </SectionCard>
  )
}

const useDownload = (person: OwnPerson) =>
  useMutation({
    mutationFn: () => fetchPersonData({ data: { id: person.id } }),
    onSuccess: (data) => saveTextFile(`${fullName(person)}.json`, JSON.stringify(data, null, 2)),
  })

const statusOptions = leadStatuses.map((status) => ({ value: status, label: statusLabels[status] }))

const enquiryVerbs = {
  form: 'Enquired',
  agent: 'Added by you',
  import: 'Added by you',
  open_home: 'Came to an open home',
}

function EnquiryDetails({ enquiry, timeZone }: { enquiry: Enquiry; timeZone: string }) {
  const { setStatus } = usePersonActions()
  const { id, listingTitle, status, createdAt, note, agentNote, furtherNotes, answers, brief } = enquiry
  return (
    <SectionBody>
      <div className={classes.enquiry}>
        <div className={classes.enquiryHead}>
          <div>
            <TextLink to="/portal/leads" search={{ lead: id }} fw={600}>
              <bdi>{listingTitle}</bdi>
            </TextLink>
            <Text size="sm" c="dimmed">
              {enquiryVerbs[enquiry.source]} on {longDate(createdAt, timeZone)}
              {enquiry.archivedAt && ' · archived'}
              {enquiry.provenAt && ' · email verified'}
            </Text>
          </div>
          <NativeSelect
            aria-label={`Status for ${listingTitle}`}
            data={statusOptions}
            value={status}
            onChange={(event) => {
              const selected = leadStatuses[event.currentTarget.selectedIndex]
              if (selected) setStatus({ id, status: selected })
            }}
          />
        </div>
        <Text size="sm">
          <bdi>{brief}</bdi>
        </Text>
        <NextActionText lead={enquiry} timeZone={timeZone} />
        {[note, ...furtherNotes.map(({ body }) => body)].filter(Boolean).map((text, place) => (
          <blockquote key={place} className={classes.quote} dir="auto">
            {text}
          </blockquote>
        ))}
        {agentNote && (
          <p className={classes.note} dir="auto">
            Your note: {agentNote}
          </p>
        )}
        {answers.length > 0 && (
          <dl className={classes.answers}>
            {answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </SectionBody>
  )
}

/** Who was merged into this person, to separate them again. */
function MergedPeople({ person: { merged } }: { person: OwnPerson }) {
  const { separate } = usePersonActions()
  if (merged.length === 0) return null
  return (
    <SectionCard title="Merged people" about="Their enquiries are above. Separate them if they’re not the same person.">
      <SectionBody>
        <ul className={classes.merged}>
          {merged.map((one) => (
            <li key={one.id}>
              <bdi>{[fullName(one), one.email].filter(Boolean).join(' · ')}</bdi>
              <Button
                variant="default"
                size="xs"
                aria-label={`Separate ${fullName(one)}`}
                onClick={() => separate({ id: one.id, name: fullName(one) })}
              >
                Separate
              </Button>
            </li>
          ))}
        </ul>
      </SectionBody>
    </SectionCard>
  )
}

function PersonTimeline({ id, timeZone }: { id: string; timeZone: string }) {
  const list = useInfiniteQuery(personTimelineQuery(id))
  const steps = list.data?.pages.flatMap((page) => page.steps) ?? []
  return (
    <SectionCard title="Activity">
      <SectionBody>
        <EventTimeline heading="h3" query={list} steps={steps} timeZone={timeZone} isWide />
      </SectionBody>
    </SectionCard>
  )
}
