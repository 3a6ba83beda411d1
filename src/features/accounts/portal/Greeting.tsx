import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { currentUserQuery } from '../accounts.functions.ts'

/** Without the time of day: the server does not know the agent's, and the text must not change after hydration. */
export function Greeting() {
  const { data: user } = useSuspenseQuery(currentUserQuery)
  return (
    <Text fz="lg" fw={600}>
      Welcome{user.firstName && ', '}
      <bdi>{user.firstName}</bdi>
    </Text>
  )
}
