import { Button, type ButtonProps, Group, Popover, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'

interface ConfirmPopoverProps {
  /** On the button that asks, and again on the one that does it. */
  label: string
  /** What it is done to, for those who hear the button without its row. */
  accessibleLabel?: string
  question: string
  busy?: boolean
  button?: ButtonProps
  onConfirm: () => void
}

/** For an act that cannot be undone but is not worth a dialog. */
export function ConfirmPopover({ label, accessibleLabel, question, busy, button, onConfirm }: ConfirmPopoverProps) {
  const [opened, { close, toggle }] = useDisclosure()
  const confirm = () => {
    close()
    onConfirm()
  }
  return (
    <Popover opened={opened} onChange={close} width={272} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          {...button}
          loading={busy}
          onClick={toggle}
          aria-label={accessibleLabel}
          aria-haspopup="dialog"
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb="sm">
          {question}
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={close}>
            Cancel
          </Button>
          <Button size="xs" color="red.9" onClick={confirm}>
            {label}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
