import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AppError } from '#platform/errors.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { TaskCard } from '#ui/layout/TaskLayout.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { emailChoiceQuery, saveEmailChoice } from '../accounts.functions.ts'

/** The page of the link in an email. Opening it changes nothing, because email scanners follow links too. */
export function UnsubscribePage({ emailKey }: { emailKey: string }) {
  const queryClient = useQueryClient()
  const query = emailChoiceQuery(emailKey)
  const { data, error, isFetching, refetch } = useQuery(query)
  const choice = useMutation({
    mutationFn: (isOn: boolean) => saveEmailChoice({ data: { key: emailKey, isOn } }),
    onSuccess: () => queryClient.invalidateQueries(query),
    meta: { handled: true },
  })
  if (error instanceof AppError && error.status === 404)
    return (
      <TaskCard
        takesFocus
        title="This link doesn’t work"
        lead="You can switch each type of email on and off in your settings."
      >
        <SettingsButton />
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
  const name = `“${data.title}”`
  return (
    <TaskCard
      takesFocus={!choice.isIdle}
      title={data.isOn ? `Turn off ${name} emails?` : `${name} emails are off`}
      lead={data.isOn ? data.about : 'We won’t send you these any more. All other emails stay as they are.'}
    >
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

const SettingsButton = () => (
  <ButtonLink to="/portal/settings" hash="emails" size="md" fullWidth>
    Open settings
  </ButtonLink>
)
