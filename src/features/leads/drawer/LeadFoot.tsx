import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconChartBar, IconLock, IconLockOpen } from '@tabler/icons-react'
import { shortDate } from '#ui/dates.ts'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import type { OwnLead } from '../leads.functions.ts'
import { useLeadActions } from '../useLeadDeeds.ts'
import classes from './LeadDrawer.module.css'

const smallIcon = { ...icon, size: 16 }

/** What can be done with the lead as a whole. */
export function LeadFooter({ lead, timeZone }: { lead: OwnLead; timeZone: string }) {
  const { archive, restore, withdraw, giveBack } = useLeadActions()
  const { withdrawnAt, archivedAt } = lead
  return (
    <section className={classes.foot} aria-label="Actions">
      {withdrawnAt && (
        <p className={classes.closed}>
          You removed this buyer’s access to the documents on {shortDate(withdrawnAt, timeZone)}.
        </p>
      )}
      <div className={classes.deeds}>
        <ButtonLink
          to="/portal/analytics"
          search={{ leadId: lead.id, range: '12m' }}
          variant="default"
          size="xs"
          leftSection={<IconChartBar {...smallIcon} />}
        >
          View all activity
        </ButtonLink>
        {withdrawnAt ? (
          <ActionButton Icon={IconLockOpen} words="Restore access" onClick={() => giveBack(lead)} />
        ) : (
          <ActionButton Icon={IconLock} words="Remove access" onClick={() => withdraw(lead)} />
        )}
        {archivedAt ? (
          <ActionButton Icon={IconArchiveOff} words="Restore" onClick={() => restore([lead])} />
        ) : (
          <ActionButton Icon={IconArchive} words="Archive" onClick={() => archive([lead])} />
        )}
      </div>
    </section>
  )
}

const ActionButton = ({ Icon, words, onClick }: { Icon: typeof IconLock; words: string; onClick: () => void }) => (
  <Button variant="default" size="xs" leftSection={<Icon {...smallIcon} />} onClick={onClick}>
    {words}
  </Button>
)
