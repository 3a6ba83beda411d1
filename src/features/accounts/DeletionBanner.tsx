import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { longDate } from '#ui/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { icon } from '#ui/theme.ts'
import { settingsQuery } from './settings.functions.ts'
import { useKeepAccount } from './useKeepAccount.ts'

/** Stands wherever the agent is until the account is kept, or gone. */
export function DeletionBanner() {
  const { data: settings } = useQuery(settingsQuery)
  const { mutate: keep, isPending } = useKeepAccount()
  if (!settings?.deletionDueAt) return null
  return (
    <Notice
      tone="red"
      role="status"
      icon={<IconClockExclamation {...icon} />}
      title={`Your account will be deleted on ${longDate(settings.deletionDueAt, settings.timeZone)}`}
    >
      <p>You won’t be charged again. You can keep your account until then. After that, we can’t restore anything.</p>
      <Button mt="sm" size="xs" loading={isPending} onClick={() => keep()}>
        Keep my account
      </Button>
    </Notice>
  )
}
