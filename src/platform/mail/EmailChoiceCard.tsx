import { Button, Loader } from '@mantine/core'
import { type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { AppError } from '../errors.ts'

interface EmailChoiceCardProps<Choice extends { isOn: boolean }, Key extends QueryKey> {
  /** Answers 404 if the link is not one of ours. */
  query: UseQueryOptions<Choice, Error, Choice, Key>
  save: (isOn: boolean) => Promise<unknown>
  /** Which emails, as they are now. */
  describe: (choice: Choice) => { title: string; lead: string }
  /** What helps someone whose link doesn’t work. */
  deadLink: { lead: string; action?: ReactNode }
}

/** The page of the unsubscribe link in an email. Opening it changes nothing, because email scanners follow links too. */
export function EmailChoiceCard<Choice extends { isOn: boolean }, Key extends QueryKey>({
  query,
  save,
  describe,
  deadLink,
}: EmailChoiceCardProps<Choice, Key>) {
  const queryClient = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(query)
  const choice = useMutation({
    mutationFn: save,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
    meta: { handled: true },
  })
  if (error instanceof AppError && error.status === 404)
    return (
      <TaskCard takesFocus title="This link doesn’t work" lead={deadLink.lead}>
        {deadLink.action}
      </TaskCard>
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
  return (
    <TaskCard takesFocus={!choice.isIdle} {...describe(data)}>
      <FailureAlert error={choice.error} />
      {data.isOn ? (
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
