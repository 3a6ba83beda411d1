import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ListingEditor.module.css'

interface EditorSectionProps {
  title: string
  icon: ReactNode
  /** What stands there until there is something. */
  about: string
  children?: ReactNode
}

/** Room for what another part of the product brings. */
export function EditorSection({ title, icon, about, children }: EditorSectionProps) {
  if (children) return children
  return (
    <section className={classes.card} aria-label={title}>
      <Title order={2} className={classes.heading}>
        {title}
      </Title>
      <div className={classes.waiting}>
        {icon}
        <span>{about}</span>
      </div>
    </section>
  )
}
