import type { ReactNode } from 'react'
import classes from './Section.module.css'

interface SectionProps {
  title: string
  lead?: string
  tone?: 'white' | 'grey'
  children: ReactNode
}

export function Section({ title, lead, tone = 'white', children }: SectionProps) {
  return (
    <section className={classes.section} data-tone={tone}>
      <div className={classes.inner}>
        <h2 className={classes.title}>{title}</h2>
        {lead && <p className={classes.lead}>{lead}</p>}
        <div className={classes.body}>{children}</div>
      </div>
    </section>
  )
}
