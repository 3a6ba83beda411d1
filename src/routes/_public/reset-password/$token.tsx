import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#ui/links.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/reset-password/$token')({
  head: () => publicHead('Choose a new password'),
  component: ChoosePassword,
})

function ChoosePassword() {
  return (
    <TaskCard
      title="Choose a new password"
      lead="A long sentence that only you know is stronger than a short word with symbols. You will be signed out everywhere else."
    >
      <ButtonLink to="/reset-password" variant="default" fullWidth>
        Ask for a new link
      </ButtonLink>
    </TaskCard>
  )
}
