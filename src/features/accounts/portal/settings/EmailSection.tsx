import { Badge, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconMailCheck, IconMailForward } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { SectionBody, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { icon } from '#ui/theme/theme.ts'
import { currentUserQuery } from '../../accounts.functions.ts'
import { EmailChange } from '../../accounts.schema.ts'
import { PasswordField } from '../../CredentialFields.tsx'
import { confirmEmailChange, requestEmailChange, type Settings, settingsQuery } from '../../settings.functions.ts'
import { SettingsSection } from './SettingsSection.tsx'

export function EmailSection({ settings: { email, emailVerified, pendingEmail } }: { settings: Settings }) {
  const [isEditing, setEditing] = useState(false)
  const isWaiting = pendingEmail !== null && !isEditing
  return (
    <SettingsSection id="email">
      <Group gap="xs" px={{ base: 16, sm: 24 }} pt={16}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        {emailVerified && (
          <Badge variant="outline" fw={500} leftSection={<IconCircleCheck {...icon} size={14} />} tt="none">
            Verified
          </Badge>
        )}
      </Group>
      {isWaiting ? (
        <PendingEmail address={pendingEmail} onUseOtherAddress={() => setEditing(true)} />
      ) : (
        <EmailForm onSent={() => setEditing(false)} />
      )}
    </SettingsSection>
  )
}

function EmailForm({ onSent }: { onSent: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { email: '', password: '' },
    schema: EmailChange,
    submit: (data) => requestEmailChange({ data }),
    onSuccess: async () => {
      form.load({ email: '', password: '' })
      await queryClient.invalidateQueries(settingsQuery)
      onSent()
    },
  })
  return (
    <form {...form.formProps}>
      <SectionBody>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label="New email address"
              type="email"
              inputMode="email"
              autoComplete="off"
              {...form.textField('email')}
            />
            <PasswordField label="Your password" autoComplete="current-password" {...form.textField('password')} />
          </SimpleGrid>
          <FailureAlert error={form.failure} />
        </Stack>
      </SectionBody>
      <SectionFooter>
        <Button type="submit" variant="default" loading={form.isBusy}>
          Change email address
        </Button>
      </SectionFooter>
    </form>
  )
}

interface PendingEmailProps {
  address: string
  onUseOtherAddress: () => void
}

function PendingEmail({ address, onUseOtherAddress }: PendingEmailProps) {
  return (
    <SectionBody>
      <Notice role="status" icon={<IconMailForward {...icon} />} title={`We’ve emailed a link to ${address}.`}>
        <p>
          Your address changes once you confirm it. The link works for one hour, in a browser where you’re signed in.
        </p>
        <Button mt="sm" variant="default" size="xs" onClick={onUseOtherAddress}>
          Use a different address
        </Button>
      </Notice>
    </SectionBody>
  )
}

interface ConfirmEmailProps {
  /** From the emailed link. */
  token: string
  email: string
  /** The link has been used or dismissed: the token should leave the URL. */
  onDone: () => void
}

/** Opening the link changes nothing, because email programs open links too; the click confirms. */
export function ConfirmEmailChange({ token, email, onDone }: ConfirmEmailProps) {
  const queryClient = useQueryClient()
  const [isDismissed, setDismissed] = useState(false)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => confirmEmailChange({ data: { token } }),
    meta: { handled: true },
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ])
    },
    onSettled: onDone,
  })
  const dismiss = () => {
    setDismissed(true)
    onDone()
  }
  if (isDismissed) return null
  if (isSuccess)
    return (
      <Notice
        role="status"
        icon={<IconCircleCheck {...icon} />}
        title="Your email address has changed"
        onClose={dismiss}
      >
        <p>You now sign in with {email}, and your leads go there.</p>
      </Notice>
    )
  if (error)
    return (
      <Notice
        tone="red"
        role="alert"
        icon={<IconAlertCircle {...icon} />}
        title="Your email address hasn’t changed"
        onClose={dismiss}
      >
        <p>{failureMessage(error)}</p>
        <Button component="a" href="#email" mt="sm" size="xs" variant="default">
          Send a new link
        </Button>
      </Notice>
    )
  return (
    <Notice icon={<IconMailCheck {...icon} />} title="Confirm your new email address">
      <p>Until you confirm it, you sign in with {email}.</p>
      <Group gap="xs" mt="sm">
        <Button size="sm" loading={isPending} onClick={() => mutate()}>
          Confirm email address
        </Button>
        <Button size="sm" variant="default" onClick={dismiss} disabled={isPending}>
          Not now
        </Button>
      </Group>
    </Notice>
  )
}
