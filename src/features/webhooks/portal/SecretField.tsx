import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { copyText } from '#ui/feedback/copyText.ts'

interface SecretFieldProps {
  secret: string
  isNew: boolean
  onDone: () => void
}

/** The secret with which the receiving system checks that messages are from us. */
export const SecretField = ({ secret, isNew, onDone }: SecretFieldProps) => (
  <Stack gap="sm">
    <Text size="sm">
      {isNew ? 'Enter this in your system now. ' : ''}It proves that a message is from us. Keep it to yourself.
    </Text>
    <TextInput label="Secret" value={secret} readOnly onFocus={(event) => event.currentTarget.select()} />
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={() => copyText(secret, 'Secret copied')}>
        Copy secret
      </Button>
      <Button onClick={onDone}>Done</Button>
    </Group>
  </Stack>
)
