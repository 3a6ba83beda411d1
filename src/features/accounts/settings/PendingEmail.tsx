import { Alert, Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { icon } from '#ui/theme.ts'
import { SectionBody } from './SettingsSection.tsx'

interface PendingEmailProps {
  address: string
  onAskAnew: () => void
}

export function PendingEmail({ address, onAskAnew }: PendingEmailProps) {
  return (
    <SectionBody>
      <Alert
        variant="light"
        icon={<IconMailForward {...icon} />}
        role="status"
        title={`We have sent a link to ${address}.`}
        style={{ overflowWrap: 'anywhere' }}
      >
        <p style={{ margin: '0 0 12px' }}>
          It takes effect when you confirm it. The link works for one hour, in a browser where you are signed in.
        </p>
        <Button variant="default" size="xs" onClick={onAskAnew}>
          Use another address
        </Button>
      </Alert>
    </SectionBody>
  )
}
