import { Badge } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmPopover } from '#ui/ConfirmPopover.tsx'
import { FactRow } from '#ui/FactRow.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { icon } from '#ui/theme.ts'
import { showToast } from '#ui/toasts.ts'
import { revokeSession, type Session, sessionsQuery } from '../settings.functions.ts'

const deviceIcons = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, tablet: IconDeviceTablet }

export function DeviceRow({ session, timeZone }: { session: Session; timeZone: string }) {
  const queryClient = useQueryClient()
  const { mutate: end, isPending } = useMutation({
    mutationFn: () => revokeSession({ data: { session: session.id } }),
    // Also when it had ended by itself: the list then shows what is true.
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
    onSuccess: () => showToast(`Signed out ${session.device}.`),
  })
  const Icon = deviceIcons[session.kind]
  return (
    <FactRow
      icon={<Icon {...icon} />}
      title={
        <>
          {session.device}
          {session.isCurrent && (
            <Badge component="span" variant="outline" fw={500} size="sm" tt="none">
              This device
            </Badge>
          )}
        </>
      }
      detail={
        <>
          Last used <RelativeTime moment={session.lastUsedAt} timeZone={timeZone} />
        </>
      }
      action={
        !session.isCurrent && (
          <ConfirmPopover
            label="Sign out"
            accessibleLabel={`Sign out ${session.device}`}
            question={`You’ll need to sign in again on ${session.device}.`}
            busy={isPending}
            onConfirm={end}
          />
        )
      }
    />
  )
}
