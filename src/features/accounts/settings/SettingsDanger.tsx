import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { longDate } from '#ui/dates.ts'
import { SectionBody, SectionFoot } from '#ui/SectionCard.tsx'
import type { Settings } from '../settings.functions.ts'
import { useKeepAccount } from '../useKeepAccount.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { SettingsSection } from './SettingsSection.tsx'

export function SettingsDanger({ settings: { deletionDueAt, timeZone, email } }: { settings: Settings }) {
  const [opened, { open, close }] = useDisclosure()
  const { mutate: keep, isPending } = useKeepAccount()
  return (
    <SettingsSection id="danger">
      <SectionBody>
        {deletionDueAt ? (
          <Text size="sm">
            We delete everything in your account on {longDate(deletionDueAt, timeZone)}, unless you keep it. Your
            subscription no longer renews.
          </Text>
        ) : (
          <Text size="sm">
            Deletes your account, your listings and their public pages, your files, and the details of every buyer who
            wrote to you. Your subscription stops renewing straight away.
          </Text>
        )}
      </SectionBody>
      <SectionFoot>
        {deletionDueAt ? (
          <Button variant="default" loading={isPending} onClick={() => keep()}>
            Keep my account
          </Button>
        ) : (
          <Button variant="outline" color="red.9" onClick={open}>
            Delete my account
          </Button>
        )}
      </SectionFoot>
      <DeleteAccountDialog opened={opened} onClose={close} email={email} />
    </SettingsSection>
  )
}
