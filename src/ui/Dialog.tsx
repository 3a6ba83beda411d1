import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'

interface DialogProps extends Pick<ModalProps, 'opened' | 'onClose' | 'size' | 'centered' | 'yOffset'> {
  title: string
  children: ReactNode
}

/** Asks for an answer before anything else. Put together by hand for the same reason as `Panel`. */
export function Dialog({ title, children, size = 480, ...modal }: DialogProps) {
  return (
    <Modal.Root centered size={size} {...modal}>
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
