import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { CodeField } from '../../secondFactor/SecondStepForm.tsx'
import {
  confirmAuthenticator,
  secondFactorsQuery,
  startAuthenticator,
} from '../../secondFactor/secondFactor.functions.ts'
import {
  DEFAULT_AUTHENTICATOR_NAME,
  NewAuthenticator,
  NewAuthenticatorFormValues,
} from '../../secondFactor/secondFactor.schema.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactorsSection.module.css'

interface AddAuthenticatorDialogProps {
  opened: boolean
  onClose: () => void
}

export const AddAuthenticatorDialog = ({ opened, onClose }: AddAuthenticatorDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add an authenticator app" fullScreen="on phones">
    <AddAuthenticator onCancel={onClose} onDone={onClose} />
  </Dialog>
)

interface AddAuthenticatorProps {
  onCancel: () => void
  onDone: () => void
}

/** A QR code to scan and a code to prove it, then the recovery codes if it is the first app. */
export function AddAuthenticator({ onCancel, onDone }: AddAuthenticatorProps) {
  const [codes, setCodes] = useState<string[]>()
  return codes ? (
    <RecoveryCodes codes={codes} onDone={onDone} />
  ) : (
    <NewSecret
      onCancel={onCancel}
      onAdded={(created) => {
        if (created) setCodes(created)
        else onDone()
      }}
    />
  )
}

interface NewSecretProps {
  onCancel: () => void
  /** With recovery codes, if these are new. */
  onAdded: (codes: string[] | null) => void
}

function NewSecret(props: NewSecretProps) {
  // Each opening of the dialog makes a new secret, which nothing else may keep.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.newAuthenticator,
    queryFn: () => startAuthenticator(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { handled: true },
  })
  if (error && !data)
    return (
      <Stack gap="md">
        <FailureAlert error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button loading={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Group>
      </Stack>
    )
  if (!data)
    return (
      <Stack gap="md" role="status" aria-label="Loading">
        <Skeleton h={14} w="80%" />
        <Skeleton h={192} w={192} mx="auto" />
        <Skeleton h={36} />
      </Stack>
    )
  return <NewAuthenticatorForm created={data} {...props} />
}

interface NewAuthenticatorFormProps extends NewSecretProps {
  created: Awaited<ReturnType<typeof startAuthenticator>>
}

function NewAuthenticatorForm({ created: { id, secret, qr }, onCancel, onAdded }: NewAuthenticatorFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { code: '', name: DEFAULT_AUTHENTICATOR_NAME },
    schema: NewAuthenticatorFormValues,
    submit: (values) => confirmAuthenticator({ data: NewAuthenticator.parse({ id, ...values }) }),
    onSuccess: async (codes, { name }) => {
      onAdded(codes)
      showToast(`“${name.trim()}” added. We’ll ask for a code when you sign in.`)
      await queryClient.invalidateQueries(secondFactorsQuery)
    },
  })
  return (
    <form {...form.formProps} aria-label="Add an authenticator app">
      <Stack gap="md">
        <Text size="sm">Scan this with your authenticator app, then enter the six digits it shows.</Text>
        <svg className={classes.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code for your app">
          <path d={`M0 0h${qr.size}v${qr.size}H0z`} fill="#fff" />
          <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
        </svg>
        <details className={classes.manual}>
          <summary>Can’t scan it?</summary>
          <Text size="sm" mt="xs" mb={6}>
            Enter this key in your app instead, and choose time-based codes.
          </Text>
          <Group gap="xs" wrap="nowrap">
            <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCopy {...icon} size={16} />}
              onClick={() => void copyText(secret, 'Key copied')}
            >
              Copy
            </Button>
          </Group>
        </details>
        <CodeField {...form.textField('code')} data-autofocus />
        <TextInput
          label="Name"
          description="So that you know which phone it’s on."
          autoComplete="off"
          {...form.textField('name')}
        />
        <DialogFooter label="Add app" form={form} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
