import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EmptyPlace.module.css'
import { PlaceholderArt, type PlaceholderShape } from './Ghost.tsx'

interface EmptyStateProps {
  icon: ReactNode
  placeholder?: PlaceholderShape
  title: string
  children: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** What a place is for, before there is anything in it. */
export function EmptyState({ icon, placeholder, title, children, action }: EmptyStateProps) {
  return (
    <section className={classes.place}>
      {placeholder && <PlaceholderArt shape={placeholder} />}
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
