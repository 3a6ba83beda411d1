import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ConfirmPopover } from '#ui/ConfirmPopover.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { showToast } from '#ui/toasts.ts'
import { revokeOtherSessions, sessionsQuery } from '../settings.functions.ts'
import { DeviceRow } from './SessionRow.tsx'
import { DevicesSkeleton } from './SessionsSkeleton.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import classes from './SettingsSessions.module.css'

export function DevicesSection({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient()
  const { data: sessions, isError, isFetching, refetch } = useQuery(sessionsQuery)
  const { mutate: endOthers, isPending } = useMutation({
    mutationFn: () => revokeOtherSessions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(sessionsQuery)
      showToast('Signed out all your other devices.')
    },
  })
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent)
  return (
    <SettingsSection
      id="sessions"
      action={
        hasOthers && (
          <ConfirmPopover
            label="Sign out other devices"
            question="You’ll need to sign in again on every device except this one."
            busy={isPending}
            onConfirm={endOthers}
          />
        )
      }
    >
      {sessions ? (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <DeviceRow key={session.id} session={session} timeZone={timeZone} />
          ))}
        </ul>
      ) : isError ? (
        <SectionError what="Your signed-in devices" onRetry={refetch} busy={isFetching} />
      ) : (
        <DevicesSkeleton />
      )}
    </SettingsSection>
  )
}
