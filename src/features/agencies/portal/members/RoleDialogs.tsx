import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rolesManagedBy } from '#platform/auth/permissions.ts'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { Role } from '#values/agencyValues.ts'
import { changeMember, inviteMember, membersQuery } from '../../agencies.functions.ts'
import type { CurrentAgency } from '../../agencies.schema.ts'
import {
  INVITATION_DAYS,
  type Member,
  MemberChangeFormValues,
  NewInvitation,
  roleDescriptions,
  roleLabels,
  roleWithArticle,
} from '../../members.schema.ts'
import classes from './RoleDialogs.module.css'

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
const withoutUnusedAgents = <Values extends { role: Role; agentIds: string[] }>(values: Values): Values =>
  values.role === 'assistant' ? values : { ...values, agentIds: [] }

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

interface FieldProps<Value> {
  value: Value
  error?: string
  onChange: (value: Value) => void
  'data-field': string
}

interface RoleFieldsProps {
  roles: readonly Role[]
  role: FieldProps<Role>
  agentIds: FieldProps<string[]>
  /** For whom an assistant can act. */
  agents: Member[]
}

/** A role with what it means, and for an assistant the agents they act for. */
function RoleFields({ roles, role, agentIds, agents }: RoleFieldsProps) {
  const roleNamed = (value: string) => roles.find((one) => one === value)
  return (
    <>
      <Radio.Group
        label="Role"
        value={role.value}
        error={role.error}
        onChange={(value) => role.onChange(roleNamed(value) ?? role.value)}
      >
        <Stack gap={10} mt={4}>
          {roles.map((one, index) => (
            <Radio
              key={one}
              value={one}
              label={roleLabels[one]}
              description={roleDescriptions[one]}
              data-field={index === 0 ? role['data-field'] : undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {role.value === 'assistant' && (
        <Checkbox.Group
          label="Acts for"
          description="They work on the listings and leads of these agents, in the agents’ names."
          value={agentIds.value}
          error={agentIds.error}
          onChange={agentIds.onChange}
        >
          <div className={classes.agents}>
            {agents.map((one, index) => (
              <Checkbox
                key={one.id}
                value={one.id}
                label={<bdi>{nameOrEmail(one)}</bdi>}
                data-field={index === 0 ? agentIds['data-field'] : undefined}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  )
}
