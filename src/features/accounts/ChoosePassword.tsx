import { useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { ButtonLink } from '#ui/links.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'

type Outcome = 'changed' | 'dead link'

/** What a link of a reset or "set your password" mail opens. */
export function ChoosePassword({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome === 'changed') return <Changed />
  if (outcome === 'dead link') return <DeadLink />
  return (
    <TaskCard
      title="Choose a new password"
      lead="A few words that only you put together are stronger than a short one with symbols. You will be signed out everywhere else."
    >
      <NewPasswordForm
        token={token}
        onChanged={() => setOutcome('changed')}
        onRefused={(error) => {
          if (error instanceof AppError && error.fields?.token) setOutcome('dead link')
        }}
      />
    </TaskCard>
  )
}

const Changed = () => (
  <TaskCard takesFocus title="Your password has been changed" lead="Sign in with the new one from now on.">
    <ButtonLink to="/login" fullWidth size="md">
      Sign in
    </ButtonLink>
  </TaskCard>
)

const DeadLink = () => (
  <TaskCard
    takesFocus
    title="This link does not work any more"
    lead="It has expired or has been used already. Your password has not been changed by it. Ask for a new link, and open the newest mail."
  >
    <ButtonLink to="/reset-password" fullWidth size="md">
      Ask for a new link
    </ButtonLink>
  </TaskCard>
)
