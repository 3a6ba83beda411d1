import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { confirmIdentityLink } from '../identities/identities.functions.ts'

/** What the emailed link opens that shows whose address it is. Opening it changes nothing: email scanners follow links too. */
export function ConfirmLinkPage({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => confirmIdentityLink({ data: { token } }),
    onSuccess: ({ location }) => {
      queryClient.clear()
      // A new document keeps nothing about another agent.
      window.location.assign(location)
    },
    meta: { handled: true },
  })
  return (
    <TaskCard
      title="Link it and sign in"
      lead="The account that you’ve just chosen at Google or Microsoft will sign you in from now on."
    >
      <FailureAlert error={error} />
      <Button size="md" fullWidth loading={isPending || isSuccess} onClick={() => mutate()}>
        Link and sign in
      </Button>
      <Text size="sm" c="dimmed">
        Didn’t ask for this? Close this page. Nothing changes.
      </Text>
      <ButtonLink to="/login" variant="subtle" fullWidth size="md">
        Sign in another way
      </ButtonLink>
    </TaskCard>
  )
}
