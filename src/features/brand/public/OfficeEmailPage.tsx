import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import type { OfficeConfirmation } from '../brand.schema.ts'
import { confirmOfficeEmail, officeConfirmationQuery } from '../officeEmail.functions.ts'

interface OfficeEmailPageProps {
  /** The secret of the link. */
  linkKey: string
  confirmation: OfficeConfirmation
}

/** What the link to the office's address opens. Opening it changes nothing. */
export function OfficeEmailPage({ linkKey, confirmation }: OfficeEmailPageProps) {
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => confirmOfficeEmail({ data: { key: linkKey } }),
    onSettled: () => queryClient.invalidateQueries(officeConfirmationQuery(linkKey)),
    meta: { handled: true },
  })
  if (confirmation.state === 'expired')
    return (
      <TaskCard
        takesFocus
        title="This link has expired"
        lead="It only works for 7 days, or someone has entered another address since then. Ask your colleague to send a new link from the Brand page."
      />
    )
  const { state, agencyName, email } = confirmation
  const agency = agencyName || 'your agency'
  if (state === 'confirmed')
    return (
      <TaskCard
        takesFocus
        title="Address confirmed"
        lead={`${email} gets a copy of each email about a new lead at ${agency} from now on. Owners and managers can change that on the Brand page.`}
      />
    )
  return (
    <TaskCard
      title="Get copies of new leads"
      lead={`${agency} wants ${email} to get a copy of each email about a new lead, with the buyer’s name, phone number and message.`}
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
