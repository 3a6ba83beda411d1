import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './MessageScreen.module.css'
import { usePageTitle } from './portal/usePageTitle.ts'

/** One message in the middle of whatever surrounds it: nothing here, or something failed. */
export function MessageScreen({ heading, children, actions }: MessageScreenProps) {
  return (
    <Stack className={classes.screen} gap="xs">
      <Title order={usePageTitle() ? 2 : 1} size="h2">
        {heading}
      </Title>
      <Text component="div" c="dimmed">
        {children}
      </Text>
      {actions && (
        <Group gap="sm" mt="md" justify="center">
          {actions}
        </Group>
      )}
    </Stack>
  )
}

interface MessageScreenProps {
  heading: string
  children: ReactNode
  actions?: ReactNode
}
