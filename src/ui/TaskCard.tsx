import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './TaskCard.module.css'

interface TaskCardProps {
  title: string
  lead: ReactNode
  children?: ReactNode
}

/** The one thing to do on a page of the public layout. */
export function TaskCard({ title, lead, children }: TaskCardProps) {
  return (
    <Stack component="section" className={classes.card} gap="lg">
      <div>
        <Title order={1} size="h2" mb={8}>
          {title}
        </Title>
        <Text c="dimmed">{lead}</Text>
      </div>
      {children}
    </Stack>
  )
}
