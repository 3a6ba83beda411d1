import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { confirmLeadForward, leadForwardConfirmationQuery } from '../crm.functions.ts'
import type { LeadForwardConfirmation } from '../crm.schema.ts'

interface LeadForwardPageProps {
  /** The secret of the link. */
  linkKey: string
  confirmation: LeadForwardConfirmation
}

/** What the link to the address of a CRM opens. Opening it changes nothing. */
export function LeadForwardPage({ linkKey, confirmation }: LeadForwardPageProps) {
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => confirmLeadForward({ data: { key: linkKey } }),
    onSettled: () => queryClient.invalidateQueries(leadForwardConfirmationQuery(linkKey)),
    meta: { handled: true },
  })
  if (confirmation.state === 'expired')
    return (
      <TaskCard
        takesFocus
        title="This link has expired"
        lead="Links work for 7 days, and stop when the address is removed. Ask your colleague for a new one: they can send it from the Connections page."
      />
    )
  const { state, agencyName, email } = confirmation
  const agency = agencyName || 'your agency'
  if (state === 'confirmed')
    return (
      <TaskCard
        takesFocus
        title="Address confirmed"
        lead={`${email} gets each new lead of ${agency} from now on. Owners and managers can change that on the Connections page.`}
      />
    )
  return (
    <TaskCard
      title="Get each new lead"
      lead={`${agency} wants ${email} to get each new lead, with the buyer’s name, email address, phone number, message and answers.`}
    >
      <Stack gap="md">
        <FailureAlert error={confirm.error} />
        <Button size="md" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm address
        </Button>
      </Stack>
    </TaskCard>
  )
}
