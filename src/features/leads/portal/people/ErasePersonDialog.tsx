import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { fullName } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { erasePerson, type OwnPerson } from '../../people/people.functions.ts'

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

const CONFIRMATION = 'erase'

/** Typed, because it can't be undone. */
function EraseConfirmation({ person, onClose, onErased }: ErasePersonProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const erasing = useMutation({
    mutationFn: () => erasePerson({ data: { id: person.id } }),
    onSuccess: async () => {
      // Not fetched again here, because this page is about someone who is gone: the list does it.
      await queryClient.invalidateQueries({ queryKey: queryKeys.people.all, refetchType: 'none' })
      onErased()
      showToast(`${fullName(person)} erased.`)
      for (const { all } of [queryKeys.leads, queryKeys.listings, queryKeys.dashboardSummary])
        await queryClient.invalidateQueries({ queryKey: all })
    },
    meta: { handled: true },
  })
  const count = person.enquiries.length
  return (
    <Stack gap="md">
      <Text size="sm">
        We delete <bdi>{fullName(person)}</bdi> with {count === 1 ? 'their enquiry' : `all ${count} enquiries`}: contact
        details, answers, notes, what they read, and emails that are waiting. Their private links stop working. The
        numbers in your analytics stay. You can’t undo this.
      </Text>
      <TextInput
        label={`Type “${CONFIRMATION}” to confirm`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FailureAlert error={erasing.error} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red.9"
          disabled={typed.trim().toLowerCase() !== CONFIRMATION}
          loading={erasing.isPending}
          onClick={() => erasing.mutate()}
        >
          Erase person
        </Button>
      </Group>
    </Stack>
  )
}
