import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { SearchField } from '#ui/table/ListFilters.tsx'
import { type ListedPerson, type OwnPerson, peopleQuery } from '../../people/people.functions.ts'
import classes from './MergeDialog.module.css'
import { usePersonActions } from './usePersonActions.ts'

interface MergeProps {
  person: OwnPerson
  onClose: () => void
}

/** The same person with two email addresses: find the other one, compare both, merge. */
export const MergeDialog = ({ opened, ...choice }: MergeProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={choice.onClose} title="Merge with another person" size={560} fullScreen="on phones">
    <MergeChoice {...choice} />
  </Dialog>
)

const SHOWN_RESULTS = 8

function MergeChoice({ person, onClose }: MergeProps) {
  const [search, setSearch] = useState('')
  const [other, setOther] = useState<ListedPerson>()
  const { merge } = usePersonActions()
  const { data } = useInfiniteQuery({ ...peopleQuery({ search, sort: 'seen' }), placeholderData: keepPreviousData })
  const found = data?.pages[0]?.people.filter(({ id }) => id !== person.id).slice(0, SHOWN_RESULTS) ?? []
  if (!other)
    return (
      <Stack gap="sm">
        <div>
          <SearchField label="Search people" value={search} onSearch={setSearch} />
        </div>
        <ul className={classes.results} aria-label="People">
          {found.map((one) => (
            <li key={one.id}>
              <UnstyledButton className={classes.result} onClick={() => setOther(one)}>
                <bdi className={classes.name}>{fullName(one)}</bdi>
                <span className={classes.contact}>{one.email || one.phoneText}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {data && found.length === 0 && (
          <Text size="sm" c="dimmed">
            No one else matches.
          </Text>
        )}
      </Stack>
    )
  return (
    <Stack gap="md">
      <Text size="sm">
        Their enquiries will be together on one page. Each keeps its own email address, and you can separate them again.
      </Text>
      <div className={classes.both}>
        <PersonCard heading="Stays" {...person} leadCount={person.enquiries.length} />
        <PersonCard heading="Merged into them" {...other} />
      </div>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={() => setOther(undefined)}>
          Back
        </Button>
        <Button
          onClick={() => {
            merge({ id: person.id, other: { id: other.id, name: fullName(other) } })
            onClose()
          }}
        >
          Merge people
        </Button>
      </Group>
    </Stack>
  )
}

interface PersonCardProps extends Pick<ListedPerson, 'firstName' | 'lastName' | 'email' | 'phoneText' | 'leadCount'> {
  heading: string
}

const PersonCard = ({ heading, email, phoneText, leadCount, ...name }: PersonCardProps) => (
  <section className={classes.card} aria-label={heading}>
    <Text size="xs" c="dimmed">
      {heading}
    </Text>
    <strong>
      <bdi>{fullName(name)}</bdi>
    </strong>
    {email && <div>{email}</div>}
    {phoneText && <div>{phoneText}</div>}
    <div>{leadCount === 1 ? '1 enquiry' : `${leadCount} enquiries`}</div>
  </section>
)
