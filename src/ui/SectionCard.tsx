import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './SectionCard.module.css'

interface SectionCardProps {
  /** The anchor, where something leads to it. */
  id?: string
  title: string
  /** What has to be known to read it. */
  about?: string
  /** Stands at the right of the heading. */
  action?: ReactNode
  danger?: boolean
  /** One of many on a page full of numbers. */
  dense?: boolean
  children: ReactNode
}

/** One of the parts that a page of the portal is made of. */
export function SectionCard({ id, title, about, action, danger, dense, children }: SectionCardProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      className={classes.section}
      aria-labelledby={headingId}
      data-danger={danger || undefined}
      data-dense={dense || undefined}
    >
      <div className={classes.head}>
        <div>
          <Title order={2} id={headingId} className={classes.title}>
            <bdi>{title}</bdi>
          </Title>
          {about && <p className={classes.about}>{about}</p>}
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
export const SectionFooter = ({ children }: { children: ReactNode }) => <div className={classes.foot}>{children}</div>
