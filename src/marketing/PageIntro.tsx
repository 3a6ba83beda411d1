import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageIntro.module.css'

/** How every marketing page but the home page begins. */
export function PageIntro({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.intro}>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      <Text component="p" c="dimmed" className={classes.lead}>
        {children}
      </Text>
    </div>
  )
}
