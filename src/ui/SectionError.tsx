import { Button, Group } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { SectionBody } from './SectionCard.tsx'
import { icon } from './theme.ts'

interface SectionErrorProps {
  /** Begins the sentence. */
  what: string
  busy: boolean
  onRetry: () => unknown
}

/** One part could not be fetched; the rest of the page works. */
export function SectionError({ what, busy, onRetry }: SectionErrorProps) {
  return (
    <SectionBody>
      <Group role="alert" gap="sm" wrap="nowrap">
        <IconAlertCircle {...icon} color="var(--mantine-color-red-8)" style={{ flex: 'none' }} />
        <span style={{ flex: 1 }}>{what} could not be loaded.</span>
        <Button variant="default" size="xs" loading={busy} onClick={() => onRetry()}>
          Try again
        </Button>
      </Group>
    </SectionBody>
  )
}
