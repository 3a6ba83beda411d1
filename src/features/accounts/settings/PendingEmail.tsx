import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { Notice } from '#ui/Notice.tsx'
import { SectionBody } from '#ui/SectionCard.tsx'
import { icon } from '#ui/theme.ts'

interface PendingEmailProps {
  address: string
  onUseOtherAddress: () => void
}

export function PendingEmail({ address, onUseOtherAddress }: PendingEmailProps) {
  return (
    <SectionBody>
      <Notice role="status" icon={<IconMailForward {...icon} />} title={`We’ve emailed a link to ${address}.`}>
        <p>
          Your address changes once you confirm it. The link works for one hour, in a browser where you’re signed in.
        </p>
        <Button mt="sm" variant="default" size="xs" onClick={onUseOtherAddress}>
          Use a different address
        </Button>
      </Notice>
    </SectionBody>
  )
}
