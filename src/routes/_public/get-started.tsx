import { List } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#ui/links.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/get-started')({
  head: () =>
    publicHead('Start your free trial', 'Try Property Files free for 30 days, with a 30-day money-back guarantee.'),
  component: GetStarted,
})

function GetStarted() {
  return (
    <TaskCard
      title="Start your free trial"
      lead="Put your first listing's files behind one link today. You pay nothing for 30 days, and after that there is a 30-day money-back guarantee."
    >
      <List type="ordered" spacing="xs" withPadding={false}>
        <List.Item>Choose monthly or yearly, and see the price before you enter a card.</List.Item>
        <List.Item>Open the e-mail that we send you, and set your password.</List.Item>
        <List.Item>Add a listing, drop in its files and share the link.</List.Item>
      </List>
      <ButtonLink to="/pricing" variant="default" fullWidth>
        See what is included
      </ButtonLink>
    </TaskCard>
  )
}
