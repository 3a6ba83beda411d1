import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useHydrated } from '#ui/form/useHydrated.ts'
import { shortDate } from '#ui/format/dates.ts'
import { SectionBody, SectionError } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover, Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { currentUserQuery } from '../../accounts.functions.ts'
import { canUsePasskeys, keepPasskeys } from '../../passkeys/passkeyBrowser.ts'
import { type Passkey, passkeysQuery, removePasskey } from '../../passkeys/passkeys.functions.ts'
import { type Settings, sessionsQuery } from '../../settings.functions.ts'
import { SettingsSection } from '../settings/SettingsSection.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { NamePasskeyForm } from './NamePasskeyForm.tsx'
import classes from './PasskeysSection.module.css'
import { RemovePassword } from './PasswordlessForms.tsx'

export function PasskeysSection({ settings: { hasPassword, timeZone } }: { settings: Settings }) {
  const { data: passkeys, isError, isFetching, refetch } = useQuery(passkeysQuery)
  const [isAdding, { open, close }] = useDisclosure()
  const canAdd = useHydrated() && canUsePasskeys()
  return (
    <SettingsSection
      id="passkeys"
      action={
        canAdd && (
          <Button variant="default" leftSection={<IconPlus {...icon} size={16} />} onClick={open}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys ? (
        <PasskeyList passkeys={passkeys} timeZone={timeZone} />
      ) : isError ? (
        <SectionError what="your passkeys" onRetry={refetch} busy={isFetching} />
      ) : (
        <SectionBody>
          <div className={classes.list} role="status" aria-label="Loading your passkeys">
            <IconRowSkeleton />
          </div>
        </SectionBody>
      )}
      {hasPassword && passkeys && passkeys.length > 0 && <RemovePassword />}
      <AddPasskeyDialog
        opened={isAdding}
        onClose={close}
        hasPassword={hasPassword}
        hasPasskey={passkeys?.length !== 0}
      />
    </SettingsSection>
  )
}

function PasskeyList({ passkeys, timeZone }: { passkeys: Passkey[]; timeZone: string }) {
  if (passkeys.length === 0)
    return (
      <SectionBody>
        <Text size="sm" c="dimmed">
          No passkeys yet. Add one on each device you work with, or one in your password manager for all of them.
        </Text>
      </SectionBody>
    )
  return (
    <SectionBody>
      <ul className={classes.list}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            others={passkeys.filter(({ id }) => id !== passkey.id)}
            timeZone={timeZone}
          />
        ))}
      </ul>
    </SectionBody>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  others: Passkey[]
  timeZone: string
}

function PasskeyRow({ passkey, others, timeZone }: PasskeyRowProps) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey
  const [isNaming, { open, close }] = useDisclosure()
  const { remove, isRemoving } = useRemovePasskey(passkey, others)
  return (
    <IconRow
      icon={<IconFingerprint {...icon} />}
      title={<bdi className={classes.name}>{name}</bdi>}
      detail={
        <>
          {isSynced ? 'In your password manager' : 'On one device'} · Added {shortDate(createdAt, timeZone)} ·{' '}
          {lastUsedAt ? (
            <>
              Last used <RelativeTime moment={lastUsedAt} timeZone={timeZone} />
            </>
          ) : (
            'Not used yet'
          )}
        </>
      }
      action={
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={open} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <ConfirmPopover
            label="Remove"
            accessibleLabel={`Remove ${name}`}
            question={`“${name}” won’t sign you in any more, and we’ll sign out your other devices.`}
            busy={isRemoving}
            onConfirm={remove}
          />
          <Dialog opened={isNaming} onClose={close} title="Rename passkey">
            <NamePasskeyForm passkey={passkey} onDone={close} />
          </Dialog>
        </div>
      }
    />
  )
}

function useRemovePasskey({ id, name }: Passkey, others: Passkey[]) {
  const queryClient = useQueryClient()
  const { mutate: remove, isPending: isRemoving } = useMutation({
    mutationFn: () => removePasskey({ data: { id } }),
    onSuccess: async () => {
      showToast(`“${name}” removed. We’ve signed out your other devices.`)
      const user = queryClient.getQueryData(currentUserQuery.queryKey)
      if (user)
        void keepPasskeys(
          user.id,
          others.map(({ credentialId }) => credentialId),
        )
      await queryClient.invalidateQueries(sessionsQuery)
    },
    // Even after an error, because it may have been removed elsewhere.
    onSettled: () => queryClient.invalidateQueries(passkeysQuery),
  })
  return { remove, isRemoving }
}
