import { Button, Group } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mayManage } from '#platform/auth/permissions.ts'
import { IconRow } from '#ui/display/IconRow.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { shortDate } from '#ui/format/dates.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { membersQuery, resendMemberInvitation, revokeMemberInvitation } from '../../agencies.functions.ts'
import type { CurrentAgency } from '../../agencies.schema.ts'
import { type OpenInvitation, roleLabels } from '../../members.schema.ts'
import classes from './InvitationList.module.css'

interface InvitationListProps {
  invitations: OpenInvitation[]
  agency: CurrentAgency
  timeZone: string
}

/** Who was invited and has not accepted yet. */
export const InvitationList = ({ invitations, agency, timeZone }: InvitationListProps) => (
  <SectionCard title="Invitations" about="Not accepted yet.">
    <ul className={classes.list}>
      {invitations.map((one) => (
        <InvitationRow key={one.id} invitation={one} agency={agency} timeZone={timeZone} />
      ))}
    </ul>
  </SectionCard>
)

interface InvitationRowProps {
  invitation: OpenInvitation
  agency: CurrentAgency
  timeZone: string
}

function InvitationRow({ invitation, agency, timeZone }: InvitationRowProps) {
  const { id, email, role, invitedBy, expiresAt, isExpired } = invitation
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(membersQuery)
  const resend = useMutation({
    mutationFn: () => resendMemberInvitation({ data: { id } }),
    onSuccess: () => showToast(`We’ve emailed ${email} a new link. The earlier one no longer works.`),
    onSettled: refresh,
  })
  const revoke = useMutation({
    mutationFn: () => revokeMemberInvitation({ data: { id } }),
    onSuccess: () => showToast(`Invitation to ${email} withdrawn.`),
    onSettled: refresh,
  })
  return (
    <IconRow
      icon={<IconMail {...icon} />}
      title={
        <>
          <span className={classes.email}>{email}</span> {isExpired && <Pill tone="attention">Expired</Pill>}
        </>
      }
      detail={`${roleLabels[role]} · Invited by ${invitedBy} · ${isExpired ? 'Expired' : 'Expires'} ${shortDate(expiresAt, timeZone)}`}
      action={
        mayManage(agency, role) && (
          <Group gap="xs" className={classes.actions}>
            <Button
              variant="default"
              size="xs"
              loading={resend.isPending}
              aria-label={`Send the invitation to ${email} again`}
              onClick={() => resend.mutate()}
            >
              Send again
            </Button>
            <ConfirmPopover
              label="Withdraw"
              accessibleLabel={`Withdraw the invitation to ${email}`}
              question={`The link in the email to ${email} stops working.`}
              busy={revoke.isPending}
              onConfirm={() => revoke.mutate()}
            />
          </Group>
        )
      }
    />
  )
}
