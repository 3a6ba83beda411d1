import { Button, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { onSessionEnd } from '#platform/auth/sessionEndListeners.ts'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { tellTabs } from '../portal/lock/lockChannel.ts'
import { ProofForm } from '../portal/security/ProofDialog.tsx'
import { useSignOut } from '../portal/useSignOut.ts'
import { returnPath } from '../returnPath.ts'

export function LockedPage({ from }: { from: string | undefined }) {
  const signOut = useSignOut()
  const target = returnPath(from)
  useEffect(
    () => onSessionEnd(() => window.location.assign(`/login?${new URLSearchParams({ from: target })}`)),
    [target],
  )
  return (
    <TaskCard title="The portal is locked" lead="Unlock it to pick up where you left off.">
      <Stack gap="md">
        <ProofForm
          label="Unlock"
          onProven={() => {
            tellTabs({ kind: 'unlocked' })
            window.location.assign(target)
          }}
        />
        <Button variant="subtle" fullWidth size="md" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out instead
        </Button>
      </Stack>
    </TaskCard>
  )
}
