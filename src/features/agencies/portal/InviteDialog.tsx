import { Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rolesManagedBy } from '#platform/auth/permissions.ts'
import { AppError } from '#platform/errors.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { Role } from '#values/agencyValues.ts'
import type { CurrentAgency } from '../agencies.schema.ts'
import { inviteMember, membersQuery } from '../members.functions.ts'
import { INVITATION_DAYS, type Member, NewInvitation } from '../members.schema.ts'
import { RoleFields } from './RoleFields.tsx'

const emptyInvitation: NewInvitation = { email: '', role: 'agent', agentIds: [] }

export interface SeatDialog {
  opened: boolean
  onClose: () => void
  /** There is a free seat now. */
  onAdded: () => void
}

interface InviteFormProps {
  agency: CurrentAgency
  members: Member[]
  onClose: () => void
  /** Offers one more seat when all are taken. */
  seatDialog: (dialog: SeatDialog) => ReactNode
}

export const InviteDialog = ({ opened, ...form }: InviteFormProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={form.onClose} title="Invite a colleague" fullScreen="on phones">
    <InviteForm {...form} />
  </Dialog>
)

function InviteForm({ agency, members, onClose, seatDialog }: InviteFormProps) {
  const queryClient = useQueryClient()
  const [needsSeat, { open: offerSeat, close: closeOffer }] = useDisclosure()
  const form = useForm({
    initialValues: emptyInvitation,
    schema: NewInvitation,
    submit: (values) => inviteMember({ data: NewInvitation.parse(withoutUnusedAgents(values)) }),
    onSuccess: async (_, { email }) => {
      await queryClient.invalidateQueries(membersQuery)
      showToast(`We’ve emailed ${email.trim()} an invitation.`)
      onClose()
    },
    onFailure: (error) => {
      if (error instanceof AppError && error.name === 'NoFreeSeat') offerSeat()
    },
  })
  const sendAgain = async () => {
    closeOffer()
    await form.save()
  }
  return (
    <form {...form.formProps} aria-label="Invite a colleague">
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          description={`We’ll send them a link that works for ${INVITATION_DAYS} days.`}
          data-autofocus
          {...form.textField('email')}
        />
        <RoleFields
          roles={rolesManagedBy(agency)}
          role={form.valueField('role')}
          agentIds={form.valueField('agentIds')}
          agents={members.filter((one) => one.role !== 'assistant')}
        />
        <DialogFooter label="Send invitation" form={form} onCancel={onClose} />
      </Stack>
      {seatDialog({ opened: needsSeat, onClose: closeOffer, onAdded: sendAgain })}
    </form>
  )
}

/** Agents that were selected before another role was. */
export const withoutUnusedAgents = <Values extends { role: Role; agentIds: string[] }>(values: Values): Values =>
  values.role === 'assistant' ? values : { ...values, agentIds: [] }
