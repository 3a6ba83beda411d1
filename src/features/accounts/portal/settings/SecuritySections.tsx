import { Badge, Button, Stack } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionError, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { PasswordChange } from '../../accounts.schema.ts'
import { NewPasswordField, PasswordField } from '../../CredentialFields.tsx'
import {
  changePassword,
  revokeOtherSessions,
  revokeSession,
  type Session,
  type Settings,
  sessionsQuery,
} from '../../settings.functions.ts'
import { CreatePasswordForm } from './PasswordlessForms.tsx'
import classes from './SecuritySections.module.css'
import { SettingsSection } from './SettingsSection.tsx'

/** One section in both cases: the navigation of the page follows its heading. */
export const PasswordSection = ({ settings: { email, hasPassword } }: { settings: Settings }) => (
  <SettingsSection id="password">
    {hasPassword ? <ChangePasswordForm email={email} /> : <CreatePasswordForm email={email} />}
  </SettingsSection>
)

function ChangePasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    schema: PasswordChange,
    submit: (data) => changePassword({ data }),
    onSuccess: async () => {
      form.load({ oldPassword: '', newPassword: '' })
      showToast('Password changed. We’ve signed out your other devices.')
      await queryClient.invalidateQueries(sessionsQuery)
    },
  })
  return (
    <form {...form.formProps}>
      <SectionBody>
        <Stack gap="md" maw={360}>
          {/* Tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="Current password" autoComplete="current-password" {...form.textField('oldPassword')} />
          <NewPasswordField {...form.textField('newPassword')} />
          <FailureAlert error={form.failure} />
        </Stack>
      </SectionBody>
      <SectionFooter>
        <Button type="submit" variant="default" loading={form.isBusy}>
          Change password
        </Button>
      </SectionFooter>
    </form>
  )
}

export function SessionsSection({ timeZone }: { timeZone: string }) {
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
            <SessionRow key={session.id} session={session} timeZone={timeZone} />
          ))}
        </ul>
      ) : isError ? (
        <SectionError what="your signed-in devices" onRetry={refetch} busy={isFetching} />
      ) : (
        <SessionsSkeleton />
      )}
    </SettingsSection>
  )
}

const deviceIcons = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, tablet: IconDeviceTablet }

function SessionRow({ session, timeZone }: { session: Session; timeZone: string }) {
  const queryClient = useQueryClient()
  const { mutate: end, isPending } = useMutation({
    mutationFn: () => revokeSession({ data: { session: session.id } }),
    // Even after an error, because the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
    onSuccess: () => showToast(`Signed out ${session.device}.`),
  })
  const Icon = deviceIcons[session.kind]
  return (
    <IconRow
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

/** One row: there is always at least the current device. */
function SessionsSkeleton() {
  return (
    <div className={classes.list} role="status" aria-label="Loading your signed-in devices">
      <IconRowSkeleton />
    </div>
  )
}
