import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { fullName } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import { erasePerson, type OwnPerson } from '../../people/people.functions.ts'
import { ERASE_CONFIRMATION, ErasePersonFormValues } from '../../people/people.schema.ts'

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
