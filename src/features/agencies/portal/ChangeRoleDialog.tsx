import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { rolesManagedBy } from '#platform/auth/permissions.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { CurrentAgency } from '../agencies.schema.ts'
import { changeMember } from '../members.functions.ts'
import { type Member, MemberChangeFormValues, roleWithArticle } from '../members.schema.ts'
import { withoutUnusedAgents } from './InviteDialog.tsx'
import { nameOrEmail } from './memberNames.ts'
import { RoleFields } from './RoleFields.tsx'

interface ChangeRoleFormProps {
  member: Member
  members: Member[]
  agency: CurrentAgency
  onClose: () => void
}

export const ChangeRoleDialog = ({ opened, ...form }: ChangeRoleFormProps & { opened: boolean }) => (
  <Dialog
    opened={opened}
    onClose={form.onClose}
    title={`Change ${nameOrEmail(form.member)}’s role`}
    fullScreen="on phones"
  >
    <ChangeRoleForm {...form} />
  </Dialog>
)

function ChangeRoleForm({ member, members, agency, onClose }: ChangeRoleFormProps) {
  const queryClient = useQueryClient()
  const name = nameOrEmail(member)
  const agents = members.filter((one) => one.role !== 'assistant' && one.id !== member.id)
  const form = useForm({
    initialValues: { role: member.role, agentIds: member.agentIds },
    schema: MemberChangeFormValues,
    submit: (values) => changeMember({ data: { userId: member.id, ...withoutUnusedAgents(values) } }),
    onSuccess: async (_, { role }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.members }),
        queryClient.invalidateQueries({ queryKey: queryKeys.agency }),
      ])
      showToast(`${name} is ${roleWithArticle(role)} now.`)
      onClose()
    },
  })
  const { role, agentIds } = form.values
  const successor = agents.find(({ id }) => id === agentIds[0])
  const handsOver = role === 'assistant' && member.role !== 'assistant'
  return (
    <form {...form.formProps} aria-label={`Change ${name}’s role`}>
      <Stack gap="md">
        <RoleFields
          roles={rolesManagedBy(agency)}
          role={form.valueField('role')}
          agentIds={form.valueField('agentIds')}
          agents={agents}
        />
        {handsOver && (
          <Text size="sm" role="status">
            Assistants don’t have their own listings.{' '}
            {successor
              ? `${name}’s listings and leads go to ${nameOrEmail(successor)}.`
              : `${name}’s listings and leads go to the first agent you select.`}
          </Text>
        )}
        <DialogFooter label="Save role" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}
