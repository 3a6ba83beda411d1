import {
  Button,
  type ButtonProps,
  Drawer,
  type DrawerProps,
  Group,
  Modal,
  type ModalProps,
  Popover,
  Text,
} from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'

interface DialogProps extends Pick<ModalProps, 'opened' | 'onClose' | 'size' | 'centered' | 'yOffset'> {
  title: string
  /** For much content: as large as the screen, everywhere or on phones only. */
  fullScreen?: 'always' | 'on phones'
  children: ReactNode
}

/** A modal dialog, composed from Mantine's parts for the same reason as `SideDrawer`. */
export function Dialog({ title, children, size = 480, fullScreen, ...modal }: DialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)')
  const isFull = fullScreen === 'always' || (fullScreen === 'on phones' && isPhone)
  return (
    <Modal.Root centered size={size} fullScreen={isFull} {...modal}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>
            <bdi>{title}</bdi>
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface SideDrawerProps extends Pick<DrawerProps, 'opened' | 'onClose' | 'position' | 'size' | 'closeOnEscape'> {
  title: string
  /** At the bottom: as tall as its content, instead of a size. */
  fitsContent?: boolean
  children: ReactNode
}

/** A drawer. Composed from Mantine's parts, because the header of its ready-made drawer is a second banner landmark. */
export function SideDrawer({ title, fitsContent, children, ...drawer }: SideDrawerProps) {
  return (
    <Drawer.Root {...drawer}>
      <Drawer.Overlay />
      <Drawer.Content className={fitsContent ? classes.fitting : undefined}>
        <div className={classes.panelHead}>
          <Drawer.Title className={classes.panelTitle}>
            <bdi>{title}</bdi>
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

interface ConfirmPopoverProps {
  /** The text of the button, and of the one that confirms. */
  label: string
  /** Includes the item's name, for screen readers. */
  accessibleLabel?: string
  question: string
  busy?: boolean
  button?: ButtonProps
  onConfirm: () => void
}

/** For an action that cannot be undone but needs no dialog. */
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
