import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AppError } from '#platform/errors.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { changeEmailChoiceQuery, saveChangeEmailChoice } from '../../changes/documentChanges.functions.ts'

/** The page of the unsubscribe link in emails about changed documents. Opening it changes nothing, because email scanners follow links too. */
export function ChangeEmailsPage({ emailKey }: { emailKey: string }) {
  const queryClient = useQueryClient()
  const query = changeEmailChoiceQuery(emailKey)
  const { data, error, isFetching, refetch } = useQuery(query)
  const choice = useMutation({
    mutationFn: (isOn: boolean) => saveChangeEmailChoice({ data: { key: emailKey, isOn } }),
    onSuccess: () => queryClient.invalidateQueries(query),
    meta: { handled: true },
  })
  if (error instanceof AppError && error.status === 404)
    return (
      <TaskCard
        takesFocus
        title="This link doesn’t work"
        lead="Open it from our latest email again. If your details were deleted, you won’t get any more emails."
      />
    )
  if (error)
    return (
      <TaskCard takesFocus title="We can’t show this right now" lead="Nothing has changed. Try again in a moment.">
        <FailureAlert error={error} />
        <Button size="md" fullWidth loading={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </TaskCard>
    )
  if (!data)
    return (
      <TaskCard title="One moment" lead="We’re looking up your email settings.">
        <Loader size={20} aria-label="Loading" />
      </TaskCard>
    )
  const { isOn, listingTitle } = data
  return (
    <TaskCard
      takesFocus={!choice.isIdle}
      title={isOn ? 'Turn off emails about changed documents?' : 'Emails about changed documents are off'}
      lead={
        isOn
          ? `We email you when the agent wants you to know that a document for ${listingTitle} changed.`
          : `We won’t email you when documents for ${listingTitle} change. Your private link still works.`
      }
    >
      <FailureAlert error={choice.error} />
      {isOn ? (
        <Button size="md" fullWidth loading={choice.isPending} onClick={() => choice.mutate(false)}>
          Turn off these emails
        </Button>
      ) : (
        <Button size="md" fullWidth variant="default" loading={choice.isPending} onClick={() => choice.mutate(true)}>
          Turn them back on
        </Button>
      )}
    </TaskCard>
  )
}
