import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover, Dialog } from '#ui/overlay/Dialog.tsx'
import { calendarLinkQuery, createCalendarLink, revokeCalendarLink } from '../calendar.functions.ts'
import classes from './CalendarPage.module.css'

interface CalendarLinkDialogProps {
  opened: boolean
  timeZone: string
  onClose: () => void
}

/** The private link with which an agent's own calendar shows these dates. */
export const CalendarLinkDialog = ({ opened, timeZone, onClose }: CalendarLinkDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Show in your own calendar" size={560}>
    {opened && <CalendarLink timeZone={timeZone} />}
  </Dialog>
)

function CalendarLink({ timeZone }: { timeZone: string }) {
  const { data: link, isPending, isFetching, isError, refetch } = useQuery(calendarLinkQuery)
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(calendarLinkQuery)
  const create = useMutation({
    mutationFn: () => createCalendarLink(),
    onSuccess: (created) => queryClient.setQueryData(calendarLinkQuery.queryKey, created),
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: () => revokeCalendarLink(),
    onSuccess: () => showToast('Link revoked. Calendars that use it no longer update.'),
    onSettled,
  })
  if (isError && link === undefined) return <SectionError what="your link" busy={isFetching} onRetry={refetch} />
  if (isPending) return <Skeleton h={120} aria-label="Loading your link" />
  return (
    <Stack gap="md">
      <p className={classes.formText}>
        Google, Apple and Outlook calendars can show the open homes, auctions and deadlines of the listings you run, and
        your reminders. They update automatically. Reminders don’t name the buyer or repeat what you wrote.
      </p>
      {link ? (
        <>
          <TextInput
            label="Private link"
            description="Anyone with this link can read your calendar. Don’t share it."
            value={link.url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group gap="sm">
            <Button onClick={() => void copyText(link.url, 'Link copied')}>Copy link</Button>
            <Button component="a" href={link.url.replace(/^https?:/, 'webcal:')} variant="default">
              Open in calendar app
            </Button>
          </Group>
          <p className={classes.quiet}>
            {link.lastReadAt ? (
              <>
                Last read by a calendar <RelativeTime moment={link.lastReadAt} timeZone={timeZone} />.
              </>
            ) : (
              'No calendar has read it yet.'
            )}
          </p>
          <Group gap="sm">
            <ConfirmPopover
              label="Replace link"
              question="Your current link stops working straight away. Calendars that use it will need the new one."
              busy={create.isPending}
              onConfirm={() => create.mutate()}
            />
            <ConfirmPopover
              label="Revoke link"
              question="Calendars that use it will stop updating. You can create another link at any time."
              busy={revoke.isPending}
              onConfirm={() => revoke.mutate()}
            />
          </Group>
        </>
      ) : (
        <Group>
          <Button loading={create.isPending} onClick={() => create.mutate()}>
            Create private link
          </Button>
        </Group>
      )}
    </Stack>
  )
}
