import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { useTaskForm } from '#ui/useTaskForm.ts'
import { LeadFields } from '../gate/LeadFields.tsx'
import { correctDetails, privateLinkQuery } from '../gate.functions.ts'
import { BuyerDetails } from '../leads.ts'

interface EditDetailsFormProps {
  linkKey: string
  details: BuyerDetails
  onDone: () => void
  onCancel: () => void
}

export function EditDetailsForm({ linkKey, details, onDone, onCancel }: EditDetailsFormProps) {
  const queryClient = useQueryClient()
  const { task, field, onSubmit } = useTaskForm({
    initialValues: details,
    schema: BuyerDetails,
    send: async (corrected) => {
      await correctDetails({ data: { key: linkKey, ...corrected } })
      await queryClient.invalidateQueries(privateLinkQuery(linkKey))
    },
    onDone,
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} aria-label="Edit your details">
      <LeadFields field={field} />
      <FailureAlert error={task.error} />
      <Group gap="xs" mt="md">
        <Button type="submit" loading={task.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
