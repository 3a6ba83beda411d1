import { Alert, Button, Group } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { longDate } from '#ui/dates.ts'
import { icon } from '#ui/theme.ts'
import { settingsQuery } from './settings.functions.ts'
import { useKeepAccount } from './useKeepAccount.ts'

/** Stands wherever the agent is until the account is kept, or gone. */
export function DeletionBanner() {
  const { data: settings } = useQuery(settingsQuery)
  const { mutate: keep, isPending } = useKeepAccount()
  if (!settings?.deletionDueAt) return null
  return (
    <Alert
      color="red.9"
      variant="light"
      icon={<IconClockExclamation {...icon} />}
      title={`Your account will be deleted on ${longDate(settings.deletionDueAt, settings.timeZone)}`}
      role="status"
    >
      <Group justify="space-between" gap="sm">
        <span>Until then everything works as before. After it, nothing can be brought back.</span>
        <Button color="red.9" size="sm" loading={isPending} onClick={() => keep()}>
          Undo: keep my account
        </Button>
      </Group>
    </Alert>
  )
}
