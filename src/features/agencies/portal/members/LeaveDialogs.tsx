import { Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { formatCount, nameOrEmail } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { leaveAgency, removeMember } from '../../agencies.functions.ts'
import type { CurrentAgency } from '../../agencies.schema.ts'
import { type Member, reasonToStay, SuccessorFormValues } from '../../members.schema.ts'

interface DepartureProps {
  opened: boolean
  member: Member
  members: Member[]
  agency: CurrentAgency
  onClose: () => void
}

export function RemoveDialog({ opened, member, members, agency, onClose }: DepartureProps) {
  const queryClient = useQueryClient()
  const name = nameOrEmail(member)
  return (
    <Dialog opened={opened} onClose={onClose} title={`Remove ${name}?`} fullScreen="on phones">
      <SuccessorForm
        member={member}
        members={members}
        first={agency.userId}
        label={`Who takes over from ${name}?`}
        action="Remove from agency"
        onClose={onClose}
        submit={(successorId) => removeMember({ data: { userId: member.id, successorId } })}
        onSuccess={async () => {
          // Whatever was theirs has another agent now.
          await queryClient.invalidateQueries()
          showToast(`${name} is no longer a member.`)
        }}
      >
        <Consequences member={member} />
        <List.Item>{name} loses access straight away, on every device. They keep their own account.</List.Item>
      </SuccessorForm>
    </Dialog>
  )
}

export function LeaveDialog({ opened, member, members, agency, onClose }: DepartureProps) {
  const queryClient = useQueryClient()
  const hasOther = agency.agencies.length > 1
  return (
    <Dialog opened={opened} onClose={onClose} title={`Leave ${agency.name || 'your agency'}?`} fullScreen="on phones">
      <SuccessorForm
        member={member}
        members={members}
        first={members.find(({ id, role }) => role === 'owner' && id !== member.id)?.id}
        label="Who takes over from you?"
        action="Leave agency"
        onClose={onClose}
        submit={(successorId) => leaveAgency({ data: { successorId } })}
        onSuccess={() => {
          queryClient.clear()
          // A new document keeps nothing of this agency.
          window.location.assign('/portal')
        }}
      >
        <Consequences member={member} isSelf />
        <List.Item>
          You lose access straight away, on every device.{' '}
          {hasOther
            ? 'You stay in your other agencies.'
            : 'You keep your own account: sign in again to use it by yourself.'}
        </List.Item>
      </SuccessorForm>
    </Dialog>
  )
}

/** What happens with what the member has. */
const Consequences = ({ member: { listings }, isSelf }: { member: Member; isSelf?: boolean }) => (
  <>
    <List.Item>
      {isSelf ? 'Your' : 'Their'} {listings > 0 && `${formatCount(listings, 'listing')}, `}
      leads, files, notes and reminders go to a colleague.
    </List.Item>
    <List.Item>Public pages and buyers’ private links keep working.</List.Item>
  </>
)

interface SuccessorFormProps {
  member: Member
  members: Member[]
  /** Who is selected first. */
  first: string | undefined
  label: string
  action: string
  submit: (successorId: string) => Promise<unknown>
  onSuccess: () => unknown
  onClose: () => void
  /** What will happen, as items of a list. */
  children: ReactNode
}

function SuccessorForm(props: SuccessorFormProps) {
  const { member, members, first, label, action, submit, onSuccess, onClose, children } = props
  const colleagues = members.filter(({ id, role }) => id !== member.id && role !== 'assistant')
  const reason = reasonToStay(member, members)
  const form = useForm({
    initialValues: { successorId: colleagues.find(({ id }) => id === first)?.id ?? colleagues[0]?.id ?? '' },
    schema: SuccessorFormValues,
    submit: ({ successorId }) => submit(successorId),
    onSuccess: async () => {
      await onSuccess()
      onClose()
    },
  })
  const { onChange, readOnly: _, ...field } = form.valueField('successorId')
  if (reason)
    return (
      <Stack gap="md">
        <Text size="sm">{reason}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    )
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <List size="sm" spacing={6}>
          {children}
        </List>
        <NativeSelect
          label={label}
          data-autofocus
          data={colleagues.map((one) => ({ value: one.id, label: nameOrEmail(one) }))}
          {...field}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          You can’t undo this. To bring someone back, invite them again.
        </Text>
        <FailureAlert error={form.failure} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" loading={form.isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
