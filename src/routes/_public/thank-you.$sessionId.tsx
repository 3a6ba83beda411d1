import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#ui/links.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/thank-you/$sessionId')({
  head: () => publicHead('Thank you'),
  component: ThankYou,
})

function ThankYou() {
  return (
    <TaskCard
      title="Thank you!"
      lead="Next, look for an e-mail from us. It has a link to set your password; after that you can sign in and add your first listing."
    >
      <ButtonLink to="/login" fullWidth>
        Go to sign in
      </ButtonLink>
    </TaskCard>
  )
}
