import { Button } from '@mantine/core'
import { minutesText } from '#features/analytics/readingText.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { emailLink } from '#ui/format/contactLinks.ts'
import { shortDate } from '#ui/format/dates.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { restoreLeadInvitee, revokeLeadInvitee } from '../../invitees/invitees.functions.ts'
import { inviteeRoleLabels, inviteeRoleNouns } from '../../invitees/invitees.schema.ts'
import type { OwnLead } from '../../leads.functions.ts'
import drawer from '../LeadDrawer.module.css'
import classes from './SharedWith.module.css'

type Invitee = OwnLead['invitees'][number]

/** Whom the buyer reads with, what each of them has read, and the way to end it. */
export function SharedWith({ lead, timeZone }: { lead: OwnLead; timeZone: string }) {
  const { revoke, restore } = useInviteeActions(lead.id)
  return (
    <section aria-labelledby="lead-shared-with">
      <h3 id="lead-shared-with" className={drawer.heading}>
        Shared with {sharedWithText(lead.invitees)}
      </h3>
      <ul className={classes.people}>
        {lead.invitees.map((invitee) => (
          <li key={invitee.id} className={classes.person}>
            <div className={classes.text}>
              <p className={classes.name}>
                <bdi>{invitee.name}</bdi> <span className={classes.quiet}>{inviteeRoleLabels[invitee.role]}</span>
              </p>
              <p className={classes.quiet}>
                <a href={emailLink(invitee.email)}>{invitee.email}</a>
              </p>
              <p className={classes.quiet}>{stateText(invitee, timeZone)}</p>
              {invitee.readDocuments.map(({ fileId, name, seconds }) => (
                <p key={fileId} className={classes.document}>
                  <bdi>{name}</bdi> <span className={classes.quiet}>{minutesText(seconds)}</span>
                </p>
              ))}
            </div>
            {invitee.revokedBy !== 'buyer' && (
              <Button
                variant="default"
                size="xs"
                aria-label={`${invitee.revokedAt ? 'Restore' : 'End'} access for ${invitee.name}`}
                onClick={() => (invitee.revokedAt ? restore(invitee) : revoke(invitee))}
              >
                {invitee.revokedAt ? 'Restore access' : 'End access'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** "a lawyer and a partner", of those who can still read; of all if nobody can. */
function sharedWithText(invitees: Invitee[]) {
  const active = invitees.filter(({ revokedAt }) => !revokedAt)
  const roles = new Set((active.length > 0 ? active : invitees).map(({ role }) => inviteeRoleNouns[role]))
  return new Intl.ListFormat('en-NZ').format(roles)
}

function stateText({ openedAt, revokedAt, revokedBy, createdAt }: Invitee, timeZone: string) {
  if (revokedAt)
    return `${revokedBy === 'agent' ? 'You' : 'The buyer'} ended their access on ${shortDate(revokedAt, timeZone)}`
  if (openedAt) return `Opened the link on ${shortDate(openedAt, timeZone)}`
  return `Invited on ${shortDate(createdAt, timeZone)}, hasn’t opened the link yet`
}

function useInviteeActions(leadId: string) {
  const queryKey = queryKeys.leads.one(leadId)
  const restore = useOptimisticMutation<Invitee, unknown>({
    mutationFn: ({ id }) => restoreLeadInvitee({ data: { inviteeId: id } }),
    queryKey,
    successMessage: ({ name }) => `${name} can open the documents again.`,
    invalidates: [{ queryKey }],
  }).mutate
  const revoke = useOptimisticMutation<Invitee, unknown>({
    mutationFn: ({ id }) => revokeLeadInvitee({ data: { inviteeId: id } }),
    queryKey,
    successMessage: ({ name }) => `${name} can’t open the documents now.`,
    undo: (invitee) => () => restore(invitee),
    invalidates: [{ queryKey }],
  }).mutate
  return { revoke, restore }
}
