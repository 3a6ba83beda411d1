import { Button, Stack, Text } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { icon } from '#ui/theme/theme.ts'
import { currentUserQuery, logout } from '../accounts.functions.ts'
import { canUsePasskeys } from '../passkeys/passkeyBrowser.ts'
import { AddAuthenticator } from '../portal/security/AddAuthenticatorDialog.tsx'
import { AddPasskey } from '../portal/security/AddPasskeyDialog.tsx'
import { ProofDialog } from '../portal/security/ProofDialog.tsx'
import { returnPath } from '../returnPath.ts'
import { proofOptionsQuery } from '../secondFactor/secondFactor.functions.ts'

interface SetUpSecondStepPageProps {
  agencyName: string
  /** Leads to the other agencies of the agent, which may not require it. */
  others: ReactNode
  from?: string
}

/** For members whose agency requires a second factor by now. */
export function SetUpSecondStepPage({ agencyName, others, from }: SetUpSecondStepPageProps) {
  const queryClient = useQueryClient()
  const { hasSecondFactor } = useSuspenseQuery(currentUserQuery).data
  const { hasPassword, hasPasskey } = useSuspenseQuery(proofOptionsQuery).data
  const [adding, setAdding] = useState<'passkey' | 'app'>()
  const leave = () => {
    queryClient.clear()
    window.location.assign(returnPath(from))
  }
  if (adding)
    return (
      <TaskCard
        takesFocus
        title={adding === 'passkey' ? 'Create a passkey' : 'Add an authenticator app'}
        lead={
          adding === 'passkey'
            ? 'This device or your password manager keeps it.'
            : 'You need your phone, or a password manager that shows codes.'
        }
      >
        {adding === 'passkey' ? (
          <AddPasskey
            hasPassword={hasPassword}
            hasPasskey={hasPasskey}
            onClose={() => setAdding(undefined)}
            onDone={leave}
          />
        ) : (
          <AddAuthenticator onCancel={() => setAdding(undefined)} onDone={leave} />
        )}
        <ProofDialog />
      </TaskCard>
    )
  return hasSecondFactor ? (
    <TaskCard title="You’re all set" lead="Two-step sign-in is set up. You can carry on with your work.">
      <Button size="md" fullWidth onClick={leave}>
        Go to the portal
      </Button>
    </TaskCard>
  ) : (
    <TaskCard
      title="Set up two-step sign-in"
      lead={`${agencyName || 'Your agency'} requires more than a password to sign in. Your listings are still online, and your leads still arrive.`}
    >
      <Stack gap="md">
        <Choice onChoose={setAdding} />
        {others}
        <SignOut />
      </Stack>
    </TaskCard>
  )
}

/** A passkey first: it is quicker, and no code is asked for besides. */
function Choice({ onChoose }: { onChoose: (kind: 'passkey' | 'app') => void }) {
  const hasPasskeys = !useHydrated() || canUsePasskeys()
  return (
    <>
      {hasPasskeys && (
        <>
          <Text size="sm">
            A passkey is easiest: sign in with your fingerprint, face or screen lock, with no password or code to type.
          </Text>
          <Button size="md" fullWidth leftSection={<IconFingerprint {...icon} />} onClick={() => onChoose('passkey')}>
            Create a passkey
          </Button>
        </>
      )}
      <Text size="sm">
        {hasPasskeys ? 'Or use an authenticator app' : 'Use an authenticator app'}, such as Google Authenticator,
        Microsoft Authenticator or 1Password. We’ll ask for a code from it after your password.
      </Text>
      <Button
        variant={hasPasskeys ? 'default' : 'filled'}
        size="md"
        fullWidth
        leftSection={<IconDeviceMobile {...icon} />}
        onClick={() => onChoose('app')}
      >
        Use an authenticator app
      </Button>
    </>
  )
}

function SignOut() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => logout(),
    onSuccess: () => {
      queryClient.clear()
      window.location.assign('/login')
    },
  })
  return (
    <Button variant="subtle" size="md" fullWidth loading={isPending} onClick={() => mutate()}>
      Sign out
    </Button>
  )
}
