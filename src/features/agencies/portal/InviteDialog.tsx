import { Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { rolesManagedBy } from '#platform/auth/permissions.ts'
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

interface InviteFormProps {
  agency: CurrentAgency
  members: Member[]
  onClose: () => void
}

export const InviteDialog = ({ opened, ...form }: InviteFormProps & { opened: boolean }) => (
  <Dialog opened={opened} onClose={form.onClose} title="Invite a colleague" fullScreen="on phones">
    <InviteForm {...form} />
  </Dialog>
)

function InviteForm({ agency, members, onClose }: InviteFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: emptyInvitation,
    schema: NewInvitation,
    submit: (values) => inviteMember({ data: NewInvitation.parse(withoutUnusedAgents(values)) }),
    onSuccess: async (_, { email }) => {
      await queryClient.invalidateQueries(membersQuery)
      showToast(`We’ve emailed ${email.trim()} an invitation.`)
      onClose()
    },
  })
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
    </form>
  )
}

/** Agents that were selected before another role was. */
export const withoutUnusedAgents = <Values extends { role: Role; agentIds: string[] }>(values: Values): Values =>
  values.role === 'assistant' ? values : { ...values, agentIds: [] }
