import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { icon } from '#ui/theme/theme.ts'

interface SecretFieldProps {
  secret: string
  isNew: boolean
  onDone: () => void
}

/** The secret with which the receiving system checks that messages are from us. */
export const SecretField = ({ secret, isNew, onDone }: SecretFieldProps) => (
  <Stack gap="md">
    <Text size="sm">
      {isNew && 'Enter this secret in your system now. '}
      Your system needs it to check that messages are from us. Keep it like a password.
    </Text>
    <TextInput label="Secret" value={secret} readOnly onFocus={(event) => event.currentTarget.select()} />
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onDone}>
        Done
      </Button>
      <Button leftSection={<IconCopy {...icon} size={16} />} onClick={() => copyText(secret, 'Secret copied')}>
        Copy secret
      </Button>
    </Group>
  </Stack>
)
