import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { apiScopes } from '#values/apiScopes.ts'
import { apiScopeLabels } from '../../../values/apiScopes.ts'
import { apiKeysQuery, createApiKey } from '../apiKeys.functions.ts'
import { keyLifetimes, NewApiKey } from '../apiKeys.schema.ts'
import classes from './ApiKeysSection.module.css'

interface CreateApiKeyDialogProps {
  opened: boolean
  onClose: () => void
}

/** A form, and then the key itself, which is shown this once. */
export function CreateApiKeyDialog({ opened, onClose }: CreateApiKeyDialogProps) {
  const [created, setCreated] = useState<{ name: string; token: string }>()
  const close = () => {
    onClose()
    setCreated(undefined)
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size={640}
      title={created ? `Your key “${created.name}”` : 'Create an API key'}
      fullScreen="on phones"
    >
      {created ? (
        <CreatedKey token={created.token} onClose={close} />
      ) : (
        <NewKeyForm onCreated={setCreated} onCancel={close} />
      )}
    </Dialog>
  )
}

const lifetimeLabels = new Map<NewApiKey['days'], string>([
  [30, '30 days'],
  [90, '90 days'],
  [365, 'One year'],
  [null, 'No expiry'],
])

const emptyKey: NewApiKey = { name: '', scopes: [], days: 365 }

interface NewKeyFormProps {
  onCreated: (key: { name: string; token: string }) => void
  onCancel: () => void
}

function NewKeyForm({ onCreated, onCancel }: NewKeyFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: emptyKey,
    schema: NewApiKey,
    submit: (values) => createApiKey({ data: NewApiKey.parse(values) }),
    onSuccess: async ({ token }, { name }) => {
      onCreated({ name: name.trim(), token })
      await queryClient.invalidateQueries(apiKeysQuery)
    },
  })
  const scopes = form.valueField('scopes')
  const days = form.valueField('days')
  return (
    <form {...form.formProps} aria-label="Create an API key">
      <Stack gap="md">
        <TextInput
          label="Name"
          description="The program that will use it, such as your CRM."
          autoComplete="off"
          data-autofocus
          {...form.textField('name')}
        />
        <Checkbox.Group
          label="What it may do"
          description="It can use all your agency’s listings and leads, in your name."
          value={scopes.value}
          error={scopes.error}
          onChange={(chosen) => scopes.onChange(apiScopes.filter((scope) => chosen.includes(scope)))}
        >
          <div className={classes.scopes}>
            {apiScopes.map((scope, index) => (
              <Checkbox
                key={scope}
                value={scope}
                {...apiScopeLabels[scope]}
                data-field={index === 0 ? scopes['data-field'] : undefined}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Radio.Group
          label="Expires after"
          value={String(days.value)}
          error={days.error}
          onChange={(chosen) => days.onChange(keyLifetimes.find((one) => String(one) === chosen) ?? null)}
        >
          <Group gap="md" mt={4}>
            {keyLifetimes.map((lifetime) => (
              <Radio key={String(lifetime)} value={String(lifetime)} label={lifetimeLabels.get(lifetime)} />
            ))}
          </Group>
        </Radio.Group>
        <DialogFooter label="Create key" form={form} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function CreatedKey({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Notice tone="amber" icon={<IconAlertTriangle {...icon} />} title="Copy it now" role="status">
        <Text size="sm">
          We only store a fingerprint, so we can’t show this key again. Keep it like a password: anyone who has it can
          use your agency’s data.
        </Text>
      </Notice>
      <code className={classes.key}>{token}</code>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          I’ve saved it
        </Button>
        <Button leftSection={<IconCopy {...icon} size={16} />} onClick={() => copyText(token, 'Key copied')}>
          Copy key
        </Button>
      </Group>
    </Stack>
  )
}
