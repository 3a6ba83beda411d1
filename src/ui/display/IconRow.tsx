import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './IconRow.module.css'

interface IconRowProps {
  icon: ReactNode
  title: ReactNode
  detail: ReactNode
  /** Buttons at the end of the row. */
  action?: ReactNode
}

/** A row with an icon, a title and a detail. */
export function IconRow({ icon, title, detail, action }: IconRowProps) {
  return (
    <li className={classes.row}>
      <IconTile>{icon}</IconTile>
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        <p className={classes.detail}>{detail}</p>
      </div>
      {action}
    </li>
  )
}

/** As tall as a loaded row. */
export function IconRowSkeleton() {
  return (
    <div className={classes.row}>
      <Skeleton w={36} h={36} radius="md" />
      <div className={classes.text}>
        <Skeleton h={12} w={220} maw="100%" my={4} />
        <Skeleton h={10} w={120} maw="100%" my={5} />
      </div>
    </div>
  )
}

export function IconTile({ children }: { children: ReactNode }) {
  return <span className={classes.tile}>{children}</span>
}
