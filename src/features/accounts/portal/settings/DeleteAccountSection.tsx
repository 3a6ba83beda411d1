import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockExclamation } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { fullDate } from '#ui/format/dates.ts'
import { SectionBody, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { AccountDeletion, DELETE_CONFIRMATION } from '../../accounts.schema.ts'
import { PasswordField } from '../../CredentialFields.tsx'
import { deleteAccount, keepAccount, type Settings, settingsQuery } from '../../settings.functions.ts'
import { SettingsSection } from './SettingsSection.tsx'

export function DeleteAccountSection({ settings: { deletionDueAt, timeZone, email } }: { settings: Settings }) {
  const [opened, { open, close }] = useDisclosure()
  const { mutate: keep, isPending } = useKeepAccount()
  return (
    <SettingsSection id="danger">
      <SectionBody>
        {deletionDueAt ? (
          <Text size="sm">
            We’ll delete everything in your account on {fullDate(deletionDueAt, timeZone)}, unless you keep it. Your
            subscription won’t renew.
          </Text>
        ) : (
          <Text size="sm">
            This deletes your account, your listings and their public pages, your files, and your leads. Your
            subscription stops renewing straight away.
          </Text>
        )}
      </SectionBody>
      <SectionFooter>
        {deletionDueAt ? (
          <Button variant="default" loading={isPending} onClick={() => keep()}>
            Keep my account
          </Button>
        ) : (
          <Button variant="outline" color="red.9" onClick={open}>
            Delete my account
          </Button>
        )}
      </SectionFooter>
      <DeleteAccountDialog opened={opened} onClose={close} email={email} />
    </SettingsSection>
  )
}

interface DeleteAccountDialogProps {
  opened: boolean
  onClose: () => void
  email: string
}

function DeleteAccountDialog({ opened, onClose, email }: DeleteAccountDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Delete your account?">
      <p style={{ margin: '0 0 8px' }}>
        In 14 days we’ll permanently delete everything in the account <strong>{email}</strong>:
      </p>
      <List size="sm" spacing={4} mb="md">
        <List.Item>your account, photo, settings and signed-in devices</List.Item>
        <List.Item>your listings, their public pages and links</List.Item>
        <List.Item>your photos and documents</List.Item>
        <List.Item>your leads, with buyers’ names and contact details</List.Item>
        <List.Item>your notifications, statistics and exports</List.Item>
      </List>
      <p style={{ margin: '0 0 16px' }}>
        Your subscription stops renewing straight away, so you won’t be charged again. If you change your mind within 14
        days, select “Keep my account” in the portal, then resume your subscription under Billing.
      </p>
      <DeleteAccountForm onDone={onClose} />
    </Dialog>
  )
}

function DeleteAccountForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { confirmation: '', password: '' },
    schema: AccountDeletion,
    submit: (values) => deleteAccount({ data: AccountDeletion.parse(values) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(settingsQuery)
      onDone()
      // The banner there says what happens next, and how to undo it.
      window.scrollTo({ top: 0 })
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <TextInput
          label={`Type “${DELETE_CONFIRMATION}” to confirm`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          {...form.textField('confirmation')}
        />
        <PasswordField label="Your password" autoComplete="current-password" {...form.textField('password')} />
        <FailureAlert error={form.failure} />
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" loading={form.isBusy}>
            Delete my account
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** On every portal page until the account is kept or deleted. */
export function DeletionBanner() {
  const { data: settings } = useQuery(settingsQuery)
  const { mutate: keep, isPending } = useKeepAccount()
  if (!settings?.deletionDueAt) return null
  return (
    <Notice
      tone="red"
      role="status"
      icon={<IconClockExclamation {...icon} />}
      title={`Your account will be deleted on ${fullDate(settings.deletionDueAt, settings.timeZone)}`}
    >
      <p>You won’t be charged again. You can keep your account until then. After that, we can’t restore anything.</p>
      <Button mt="sm" size="xs" loading={isPending} onClick={() => keep()}>
        Keep my account
      </Button>
    </Notice>
  )
}

function useKeepAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => keepAccount(),
    onSuccess: async ({ subscriptionEndsAt }) => {
      // A subscription that was stopped shows its own notice, with the way to resume it.
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries({ queryKey: queryKeys.user.all }),
      ])
      const timeZone = queryClient.getQueryData(settingsQuery.queryKey)?.timeZone ?? 'UTC'
      showToast(
        subscriptionEndsAt
          ? `We’ve kept your account. Your subscription still ends on ${fullDate(subscriptionEndsAt, timeZone)}. You can resume it under Billing.`
          : 'We’ve kept your account.',
      )
    },
  })
}
