import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { TextLink } from '#ui/links.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/login')({
  head: () => publicHead('Sign in', 'Sign in to manage your listings, property files and leads.'),
  component: Login,
})

function Login() {
  return (
    <TaskCard title="Sign in" lead="Your listings, property files and leads, in one place.">
      <Text size="sm">
        Forgot your password? <TextLink to="/reset-password">Reset it</TextLink>
      </Text>
      <Text size="sm">
        New here? <TextLink to="/get-started">Start a free trial</TextLink>
      </Text>
    </TaskCard>
  )
}
