import { Badge, Button, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover, Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { renameDevice } from '../../devices.functions.ts'
import { DeviceNameFormValues } from '../../devices.schema.ts'
import { revokeOtherSessions, revokeSession, type Session, sessionsQuery } from '../../settings.functions.ts'
import { SettingsSection } from '../settings/SettingsSection.tsx'
import classes from './DevicesSection.module.css'

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
        <SectionError what="your signed-in devices" onRetry={refetch} busy={isFetching} />
      ) : (
        <DevicesSkeleton />
      )}
    </SettingsSection>
  )
}

const deviceIcons = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, tablet: IconDeviceTablet }

/** What the agent calls it, or else what it calls itself. */
const deviceName = ({ name, device }: Session) => name || device

function DeviceRow({ session, timeZone }: { session: Session; timeZone: string }) {
  const queryClient = useQueryClient()
  const [isNaming, { open, close }] = useDisclosure()
  const name = deviceName(session)
  const { mutate: end, isPending } = useMutation({
    mutationFn: () => revokeSession({ data: { session: session.id } }),
    // Even after an error, because the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
    onSuccess: () => showToast(`Signed out ${name}.`),
  })
  const Icon = deviceIcons[session.kind]
  return (
    <IconRow
      icon={<Icon {...icon} />}
      title={
        <>
          <bdi className={classes.name}>{name}</bdi>
          {session.isCurrent && (
            <Badge component="span" variant="outline" fw={500} size="sm" tt="none">
              This device
            </Badge>
          )}
        </>
      }
      detail={
        <>
          {session.name && `${session.device} · `}
          {session.place && `Signed in near ${session.place} · `}
          Last used <RelativeTime moment={session.lastUsedAt} timeZone={timeZone} />
        </>
      }
      action={
        <div className={classes.actions}>
          {session.name !== null && (
            <Button variant="default" size="xs" onClick={open} aria-label={`Rename ${name}`}>
              Rename
            </Button>
          )}
          {!session.isCurrent && (
            <ConfirmPopover
              label="Sign out"
              accessibleLabel={`Sign out ${name}`}
              question={`You’ll need to sign in again on ${name}.`}
              busy={isPending}
              onConfirm={end}
            />
          )}
          <Dialog opened={isNaming} onClose={close} title="Rename device">
            <NameDeviceForm session={session} onDone={close} />
          </Dialog>
        </div>
      }
    />
  )
}

function NameDeviceForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: session.name ?? '' },
    schema: DeviceNameFormValues,
    submit: ({ name }) => renameDevice({ data: { session: session.id, name } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(sessionsQuery)
      onDone()
    },
  })
  return (
    <form {...form.formProps} aria-label="Name of the device">
      <Stack gap="md">
        <TextInput
          label="Name"
          description={`Such as “Work laptop”. Leave it empty to use “${session.device}”.`}
          autoComplete="off"
          data-autofocus
          {...form.textField('name')}
        />
        <DialogFooter label="Save name" form={form} onCancel={onDone} />
      </Stack>
    </form>
  )
}

/** One row: there is always at least the current device. */
const DevicesSkeleton = () => (
  <div className={classes.list} role="status" aria-label="Loading your signed-in devices">
    <IconRowSkeleton />
  </div>
)
