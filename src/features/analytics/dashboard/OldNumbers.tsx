import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Notice } from '#ui/Notice.tsx'
import { relativeTime } from '#ui/relativeTime.ts'
import { icon } from '#ui/theme.ts'
import { useNow } from '#ui/useNow.ts'

interface OldNumbersProps {
  since: Date
  busy: boolean
  onRetry: () => unknown
}

/** The numbers stay when fresh ones cannot be had; but nobody should take them for fresh. */
export const OldNumbers = ({ since, busy, onRetry }: OldNumbersProps) => (
  <Notice
    tone="amber"
    role="status"
    icon={<IconCloudOff {...icon} />}
    title="These numbers could not be refreshed"
    action={
      <Button variant="default" size="xs" loading={busy} onClick={() => onRetry()}>
        Try again
      </Button>
    }
  >
    <p>You see them as they were {relativeTime(since, useNow())}. We keep trying.</p>
  </Notice>
)
