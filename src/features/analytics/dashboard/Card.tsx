import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Card.module.css'

interface CardProps {
  title: string
  /** Stands at the right of the heading. */
  action?: ReactNode
  children: ReactNode
}

/** One panel of the page. */
export function Card({ title, action, children }: CardProps) {
  const headingId = useId()
  return (
    <section className={classes.card} aria-labelledby={headingId}>
      <div className={classes.head}>
        <Title order={2} id={headingId} className={classes.title}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  )
}
