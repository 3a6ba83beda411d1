import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { longDate } from '#ui/dates.ts'
import { SectionBody, SectionFooter } from '#ui/SectionCard.tsx'
import type { Settings } from '../settings.functions.ts'
import { useKeepAccount } from '../useKeepAccount.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { SettingsSection } from './SettingsSection.tsx'

export function DeleteAccountSection({ settings: { deletionDueAt, timeZone, email } }: { settings: Settings }) {
  const [opened, { open, close }] = useDisclosure()
  const { mutate: keep, isPending } = useKeepAccount()
  return (
    <SettingsSection id="danger">
      <SectionBody>
        {deletionDueAt ? (
          <Text size="sm">
            We’ll delete everything in your account on {longDate(deletionDueAt, timeZone)}, unless you keep it. Your
            subscription won’t renew.
          </Text>
        ) : (
          <Text size="sm">
            This deletes your account, your listings and their public pages, your files, and your leads. Your
            subscription stops renewing straight away.
          </Text>
        )}
      </SectionBody>
      <SectionFooter>
        {deletionDueAt ? (
          <Button variant="default" loading={isPending} onClick={() => keep()}>
            Keep my account
          </Button>
        ) : (
          <Button variant="outline" color="red.9" onClick={open}>
            Delete my account
          </Button>
        )}
      </SectionFooter>
      <DeleteAccountDialog opened={opened} onClose={close} email={email} />
    </SettingsSection>
  )
}
