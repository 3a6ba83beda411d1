import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#ui/links.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { publicHead } from '#ui/titles.ts'

export const Route = createFileRoute('/_public/reset-password/')({
  head: () => publicHead('Reset your password', 'Get an e-mail with a link to choose a new password.'),
  component: RequestReset,
})

function RequestReset() {
  return (
    <TaskCard
      title="Reset your password"
      lead="We send a link to your e-mail address. Open it to choose a new password; the old one works until then."
    >
      <ButtonLink to="/login" variant="default" fullWidth>
        Back to sign in
      </ButtonLink>
    </TaskCard>
  )
}
