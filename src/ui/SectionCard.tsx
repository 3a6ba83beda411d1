import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './SectionCard.module.css'

interface SectionCardProps {
  /** The anchor. */
  id: string
  title: string
  about: string
  /** Stands at the right of the heading. */
  action?: ReactNode
  danger?: boolean
  children: ReactNode
}

/** One of the parts that a long page of the portal is made of. */
export function SectionCard({ id, title, about, action, danger, children }: SectionCardProps) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-heading`} data-danger={danger || undefined}>
      <div className={classes.head}>
        <div>
          <Title order={2} id={`${id}-heading`} className={classes.title}>
            {title}
          </Title>
          <p className={classes.about}>{about}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** The inside of a section; a section may have several, divided by lines. */
export const SectionBody = ({ children }: { children: ReactNode }) => <div className={classes.body}>{children}</div>

/** Where a section's form is sent. */
export const SectionFoot = ({ children }: { children: ReactNode }) => <div className={classes.foot}>{children}</div>
