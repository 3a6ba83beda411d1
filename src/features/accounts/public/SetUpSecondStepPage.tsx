import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { logout } from '../accounts.functions.ts'
import { AddAuthenticator } from '../portal/security/AddAuthenticatorDialog.tsx'
import { ProofDialog } from '../portal/security/ProofDialog.tsx'
import { secondFactorsQuery } from '../secondFactor.functions.ts'
import { returnPath } from './returnPath.ts'

interface SetUpSecondStepPageProps {
  agencyName: string
  /** Leads to the other agencies of the agent, which may not require it. */
  others: ReactNode
  from?: string
}

/** For members whose agency requires a second factor by now. */
export function SetUpSecondStepPage({ agencyName, others, from }: SetUpSecondStepPageProps) {
  const queryClient = useQueryClient()
  const { authenticators } = useSuspenseQuery(secondFactorsQuery).data
  const [isAdding, setAdding] = useState(false)
  const leave = () => {
    queryClient.clear()
    window.location.assign(returnPath(from))
  }
  const signOut = useMutation({
    mutationFn: () => logout(),
    onSuccess: () => {
      queryClient.clear()
      window.location.assign('/login')
    },
  })
  const isDone = authenticators.length > 0 && !isAdding
  return (
    <TaskCard
      title="Set up two-step sign-in"
      lead={
        isDone
          ? 'It’s set up. From now on we also ask for a code when you sign in.'
          : `${agencyName || 'Your agency'} requires a code from your phone besides your password. Your listings are still online, and your leads still arrive.`
      }
    >
      <Stack gap="md">
        {isDone ? (
          <Button size="md" fullWidth onClick={leave}>
            Go on to the portal
          </Button>
        ) : isAdding ? (
          <AddAuthenticator onCancel={() => setAdding(false)} onDone={leave} />
        ) : (
          <>
            <Text size="sm">
              You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.
            </Text>
            <Button size="md" fullWidth onClick={() => setAdding(true)}>
              Set it up
            </Button>
          </>
        )}
        {!isDone && !isAdding && others}
        {!isDone && !isAdding && (
          <Button variant="subtle" size="md" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        )}
      </Stack>
      <ProofDialog />
    </TaskCard>
  )
}
