import { Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { onSessionEnd } from '#platform/sessionEnd.ts'
import { currentUserQuery } from './accounts.functions.ts'
import { SignInAgainForm } from './SignInAgainForm.tsx'

/** Asks for the password where the session ended. The page underneath stays as it is, with all that was typed into it. */
export function SignInAgain() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const { data: user, dataUpdatedAt } = useSuspenseQuery(currentUserQuery)
  useEffect(() => onSessionEnd(open), [open])
  useReloadForAnotherAgent(user.id)

  // Signed in again here or in another tab: either way there is an answer for this agent.
  useEffect(close, [dataUpdatedAt])

  async function goOn() {
    close()
    await Promise.all([queryClient.invalidateQueries(), router.invalidate()])
  }

  return (
    <Modal.Root opened={opened} onClose={close} closeOnClickOutside={false} centered size={420}>
      <Modal.Overlay />
      <Modal.Content p="lg">
        <Stack gap="md">
          <div>
            <Modal.Title fz="h3" fw={600}>
              Please sign in again
            </Modal.Title>
            <Text c="dimmed" size="sm" mt={4}>
              Your session has ended. Your work on this page is safe.
            </Text>
          </div>
          <SignInAgainForm email={user.email} onDone={goOn} />
        </Stack>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Another tab signed in as somebody else: nothing of the first agent may stay on this one. */
function useReloadForAnotherAgent(id: string) {
  const first = useRef(id)
  useEffect(() => {
    if (id !== first.current) window.location.reload()
  }, [id])
}
