import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { Notice } from '#ui/Notice.tsx'
import { SectionBody } from '#ui/SectionCard.tsx'
import { icon } from '#ui/theme.ts'

interface PendingEmailProps {
  address: string
  onAskAnew: () => void
}

export function PendingEmail({ address, onAskAnew }: PendingEmailProps) {
  return (
    <SectionBody>
      <Notice role="status" icon={<IconMailForward {...icon} />} title={`We have sent a link to ${address}.`}>
        <p>It takes effect when you confirm it. The link works for one hour, in a browser where you are signed in.</p>
        <Button mt="sm" variant="default" size="xs" onClick={onAskAnew}>
          Use another address
        </Button>
      </Notice>
    </SectionBody>
  )
}
