import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { SecondStepForm } from '../CodeFields.tsx'
import { finishSignIn } from '../secondFactor.functions.ts'
import { returnPath } from './returnPath.ts'

interface SecondStepPageProps {
  email: string
  from?: string
}

/** After the password, for those who have a second factor. */
export function SecondStepPage({ email, from }: SecondStepPageProps) {
  const queryClient = useQueryClient()
  return (
    <TaskCard
      title="Enter your code"
      takesFocus
      lead={
        <>
          One more step to sign in as{' '}
          <Text span fw={600} c="black" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          .
        </>
      }
    >
      <SecondStepForm
        label="Sign in"
        send={(step) => finishSignIn({ data: step })}
        onDone={() => {
          queryClient.clear()
          // A new document keeps nothing about another agent, and can be any page of this site.
          window.location.assign(returnPath(from))
        }}
      />
      <Text size="sm">
        Lost your phone and your recovery codes? <TextLink to="/login/recover">Get back in</TextLink>
      </Text>
      <ButtonLink to="/login" search={from ? { from } : {}} variant="subtle" fullWidth size="md">
        Back to sign in
      </ButtonLink>
    </TaskCard>
  )
}
