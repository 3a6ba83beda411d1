import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { copyText, saveTextFile } from '#ui/feedback/copyOrSaveText.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { icon } from '#ui/theme/theme.ts'
import { currentUserQuery } from '../../accounts.functions.ts'
import { formatRecoveryCode } from '../../secondFactor/secondFactor.schema.ts'
import classes from './SecondFactorsSection.module.css'

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** Ten codes, shown this once, with the ways to keep them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { email } = useSuspenseQuery(currentUserQuery).data
  const shown = codes.map(formatRecoveryCode)
  const text = `Recovery codes for Property Files, ${email}\nEach one works once, in place of a code from your app.\n\n${shown.join('\n')}\n`
  return (
    <Stack gap="md">
      <Text fw={600}>Save your recovery codes</Text>
      <Notice tone="amber" icon={<IconAlertTriangle {...icon} />} title="We can’t show these again" role="status">
        <p>Keep them where you’d keep a spare key: a password manager, or on paper at home.</p>
      </Notice>
      <div className={classes.sheet}>
        <p className={classes.sheetTitle}>
          Recovery codes for Property Files, <bdi>{email}</bdi>. Each one works once.
        </p>
        <ol className={classes.codes} aria-label="Recovery codes">
          {shown.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <Text size="sm">
        If you lose your phone, enter one of these when we ask for a code. Without your phone and these codes, getting
        back in takes three days.
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy {...icon} />}
          onClick={() => void copyText(shown.join('\n'), 'Recovery codes copied')}
        >
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() => saveTextFile('property-files-recovery-codes.txt', text, 'text/plain')}
        >
          Download
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>I’ve saved them</Button>
      </Group>
    </Stack>
  )
}
