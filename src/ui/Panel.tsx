import { Drawer, type DrawerProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Panel.module.css'

interface PanelProps extends Pick<DrawerProps, 'opened' | 'onClose' | 'position' | 'size'> {
  title: string
  children: ReactNode
}

/** A drawer. Put together by hand, because Mantine's own head of a drawer counts as a second banner of the page. */
export function Panel({ title, children, ...drawer }: PanelProps) {
  return (
    <Drawer.Root {...drawer}>
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title fw={600}>
            <bdi>{title}</bdi>
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
