import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EmptyPlace.module.css'
import { Ghost, type GhostShape } from './Ghost.tsx'

interface EmptyPlaceProps {
  icon: ReactNode
  ghost?: GhostShape
  title: string
  children: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** What a place is for, before there is anything in it. */
export function EmptyPlace({ icon, ghost, title, children, action }: EmptyPlaceProps) {
  return (
    <section className={classes.place}>
      {ghost && <Ghost shape={ghost} />}
      <div className={classes.icon}>{icon}</div>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed" maw={440}>
        {children}
      </Text>
      {action && (
        <Group gap="sm" mt="md" justify="center">
          {action}
        </Group>
      )}
    </section>
  )
}
