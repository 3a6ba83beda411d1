import { Badge, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { icon } from '#ui/theme.ts'
import type { Settings } from '../settings.functions.ts'
import { EmailForm } from './EmailForm.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import { SettingsSection } from './SettingsSection.tsx'

export function EmailSection({ settings: { email, emailVerified, pendingEmail } }: { settings: Settings }) {
  const [isAskingAnew, setAskingAnew] = useState(false)
  const isWaiting = pendingEmail !== null && !isAskingAnew
  return (
    <SettingsSection id="email">
      <Group gap="xs" px={{ base: 16, sm: 24 }} pt={16}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        {emailVerified && (
          <Badge variant="outline" fw={500} leftSection={<IconCircleCheck {...icon} size={14} />} tt="none">
            Verified
          </Badge>
        )}
      </Group>
      {isWaiting ? (
        <PendingEmail address={pendingEmail} onUseOtherAddress={() => setAskingAnew(true)} />
      ) : (
        <EmailForm onSent={() => setAskingAnew(false)} />
      )}
    </SettingsSection>
  )
}
