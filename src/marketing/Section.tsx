import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Section.module.css'

interface SectionProps {
  title: string
  lead?: string
  tone?: 'plain' | 'white'
  children: ReactNode
}

export function Section({ title, lead, tone = 'plain', children }: SectionProps) {
  return (
    <section className={classes.section} data-tone={tone}>
      <div className={classes.inner}>
        <Title order={2} className={classes.title}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" className={classes.lead}>
            {lead}
          </Text>
        )}
        <div className={classes.body}>{children}</div>
      </div>
    </section>
  )
}
