import { Button, Group, Stack, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { fullName } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { SearchField } from '#ui/table/ListFilters.tsx'
import {
  erasePerson,
  type ListedPerson,
  type OwnPerson,
  peopleQuery,
  updatePerson,
} from '../../people/people.functions.ts'
import { ERASE_CONFIRMATION, ErasePersonFormValues, PersonDetails } from '../../people/people.schema.ts'
import { ContactFields } from '../ContactFields.tsx'
import classes from './PersonDialogs.module.css'
import { usePersonActions } from './usePersonActions.ts'

interface EditPersonProps {
  person: OwnPerson
  onClose: () => void
}

export const EditPersonDialog = ({ opened, ...form }: EditPersonProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={form.onClose} title="Edit person" fullScreen="on phones">
    <EditPersonForm {...form} />
  </Dialog>
)

function EditPersonForm({ person, onClose }: EditPersonProps) {
  const queryClient = useQueryClient()
  const { id, firstName, lastName, phoneText, email, note } = person
  const form = useForm({
    initialValues: { firstName, lastName, phone: phoneText, email, note },
    schema: PersonDetails,
    submit: (values) =>
      updatePerson({
        // As it is stored unless it was changed: the country of a number in national format may not be clear.
        data: { id, ...values, phone: values.phone === phoneText ? person.phone : values.phone },
      }),
    onSuccess: async () => {
      await Promise.all(
        [queryKeys.people.all, queryKeys.leads.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      showToast('Saved for all their enquiries.')
      onClose()
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <ContactFields form={form} emailHint="If you change it, private links we’ve already sent stop working." />
        <Textarea
          label="Your note"
          description="Buyers can’t see this."
          autosize
          minRows={2}
          maxRows={10}
          maxLength={5_000}
          {...form.valueField('note')}
          onChange={(event) => form.setValue('note', event.currentTarget.value)}
        />
        <DialogFooter label="Save person" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}

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

interface ErasePersonProps {
  person: OwnPerson
  onClose: () => void
  onErased: () => void
}

export const ErasePersonDialog = ({ opened, ...confirmation }: ErasePersonProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={confirmation.onClose} title="Erase person">
    <EraseConfirmation {...confirmation} />
  </Dialog>
)

/** Typed, because it can't be undone. */
function EraseConfirmation({ person, onClose, onErased }: ErasePersonProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { confirmation: '' },
    schema: ErasePersonFormValues,
    submit: (values) => erasePerson({ data: { id: person.id, ...ErasePersonFormValues.parse(values) } }),
    onSuccess: async () => {
      // Not fetched again here, because this page is about someone who is gone: the list does it.
      await queryClient.invalidateQueries({ queryKey: queryKeys.people.all, refetchType: 'none' })
      onErased()
      showToast(`${fullName(person)} erased.`)
      for (const { all } of [queryKeys.leads, queryKeys.listings, queryKeys.dashboardSummary])
        await queryClient.invalidateQueries({ queryKey: all })
    },
  })
  const count = person.enquiries.length
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <Text size="sm">
          This deletes <bdi>{fullName(person)}</bdi> and {count === 1 ? 'their enquiry' : `all ${count} enquiries`}:
          contact details, answers, notes, what they read and any unsent emails. Their private links stop working. The
          totals in your analytics stay. You can’t undo this.
        </Text>
        <TextInput
          label={`Type “${ERASE_CONFIRMATION}” to confirm`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          {...form.textField('confirmation')}
        />
        <FailureAlert error={form.failure} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" loading={form.isBusy}>
            Erase person
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
