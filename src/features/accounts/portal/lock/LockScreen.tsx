import { Button, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { onSessionEnd } from '#platform/auth/sessionEndListeners.ts'
import { IconTile } from '#ui/display/IconRow.tsx'
import { icon } from '#ui/theme/theme.ts'
import { currentUserQuery } from '../../accounts.functions.ts'
import { SignInAgainSteps } from '../SignInAgain.tsx'
import { ProofForm } from '../security/ProofDialog.tsx'
import { useSignOut } from '../useSignOut.ts'
import { coverPage } from './coverPage.ts'
import classes from './LockScreen.module.css'

/** Covers the whole page, dialogs included, for the eye, the keyboard and screen readers. Everything below stays as it is. */
export function LockScreen({ onUnlocked }: { onUnlocked: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const queryClient = useQueryClient()
  const { email } = useSuspenseQuery(currentUserQuery).data
  const [hasEnded, setHasEnded] = useState(false)
  const signOut = useSignOut()
  useEffect(() => onSessionEnd(() => setHasEnded(true)), [])
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    const uncover = coverPage('Locked · Property Files')
    return () => {
      uncover()
      // Gives the focus back to where it was.
      opened?.close()
    }
  }, [])
  /** A browser may close it on a second Escape. */
  const stayOpen = useEffectEvent(() => dialog.current?.showModal())
  useEffect(() => {
    const opened = dialog.current
    const onClose = () => document.body.contains(opened) && stayOpen()
    opened?.addEventListener('close', onClose)
    return () => opened?.removeEventListener('close', onClose)
  }, [])

  return createPortal(
    <dialog
      ref={dialog}
      className={classes.screen}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
    >
      <Stack className={classes.card} gap="md">
        <IconTile>
          <IconLock {...icon} />
        </IconTile>
        <div>
          <Title id={titleId} order={1} size="h3">
            {hasEnded ? 'Please sign in again' : 'The portal is locked'}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {hasEnded ? (
              'Your session has ended.'
            ) : (
              <>
                You’re signed in as <bdi>{email}</bdi>.
              </>
            )}{' '}
            Your work on this page is safe.
          </Text>
        </div>
        {hasEnded ? (
          <SignInAgainSteps
            email={email}
            onDone={async () => {
              await queryClient.invalidateQueries()
              onUnlocked()
            }}
          />
        ) : (
          <ProofForm label="Unlock" onProven={onUnlocked} />
        )}
        <Button variant="subtle" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out instead
        </Button>
      </Stack>
    </dialog>,
    document.body,
  )
}
