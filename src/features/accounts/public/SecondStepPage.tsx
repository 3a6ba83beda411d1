import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { returnPath } from '../returnPath.ts'
import { SecondStepChoice } from '../secondFactor/SecondStepChoice.tsx'
import type { PendingSecondStep } from '../secondFactor/secondFactor.functions.ts'

interface SecondStepPageProps {
  pending: PendingSecondStep
  from?: string
}

/** After the password, for those who have a second factor. */
export function SecondStepPage({ pending: { email, isAlwaysAsked, ...factors }, from }: SecondStepPageProps) {
  const queryClient = useQueryClient()
  return (
    <TaskCard
      title={factors.hasAuthenticator ? 'Enter your code' : 'Use your passkey'}
      takesFocus={factors.hasAuthenticator}
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
      <SecondStepChoice
        {...factors}
        onDone={() => {
          queryClient.clear()
          // A new document keeps nothing about another agent, and can be any page of this site.
          window.location.assign(returnPath(from))
        }}
      />
      {factors.hasAuthenticator ? (
        <Text size="sm">
          Lost your phone and your recovery codes? <TextLink to="/login/recover">Get back in</TextLink>
        </Text>
      ) : (
        <>
          <Text size="sm">Is it on your phone? Choose your phone, or another device, when your browser asks.</Text>
          {isAlwaysAsked ? (
            <Text size="sm">
              Lost every passkey? <TextLink to="/login/recover">Get back in</TextLink>
            </Text>
          ) : (
            <Text size="sm">
              Can’t use it here? <TextLink to="/reset-password">Reset your password</TextLink> in this browser. Then the
              password is enough here.
            </Text>
          )}
        </>
      )}
      <ButtonLink to="/login" search={from ? { from } : {}} variant="subtle" fullWidth size="md">
        Back to sign in
      </ButtonLink>
    </TaskCard>
  )
}
