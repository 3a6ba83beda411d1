import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type WebhookType, webhookTypeNames, webhookTypes } from '#platform/outbound/webhooks/webhookTypes.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { createWebhook, type ListedWebhook, updateWebhook } from '../webhooks.functions.ts'
import { MAX_WEBHOOK_NAME_LENGTH, MAX_WEBHOOK_URL_LENGTH, NewWebhook } from '../webhooks.schema.ts'
import classes from './WebhooksSection.module.css'

interface WebhookFormProps {
  webhook: ListedWebhook | undefined
  onCancel: () => void
  /** With the secret of a new one. */
  onDone: (secret?: string) => void
}

const isWebhookType = (type: string): type is WebhookType => type in webhookTypes

export function WebhookForm({ webhook, onCancel, onDone }: WebhookFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? '',
      name: webhook?.name ?? '',
      types: webhook?.types.filter(isWebhookType) ?? [],
    },
    schema: NewWebhook,
    submit: async (values) => {
      if (!webhook) return (await createWebhook({ data: values })).secret
      await updateWebhook({ data: { id: webhook.id, ...values } })
      return undefined
    },
    onSuccess: async (secret) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all })
      showToast(webhook ? 'Webhook saved.' : 'Webhook added.')
      onDone(secret)
    },
  })
  const { types } = form.values
  const toggle = (type: WebhookType) =>
    form.setValue('types', types.includes(type) ? types.filter((one) => one !== type) : [...types, type])
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <TextInput
          label="Web address"
          description="Where we send messages. It starts with https://."
          maxLength={MAX_WEBHOOK_URL_LENGTH}
          inputMode="url"
          {...form.textField('url')}
        />
        <TextInput
          label="Name (optional)"
          description="The system that gets the messages, such as your CRM."
          maxLength={MAX_WEBHOOK_NAME_LENGTH}
          {...form.textField('name')}
        />
        <Checkbox.Group
          label="Messages"
          description="Select none to get all of them, including those we add later."
          value={types}
        >
          <div className={classes.types}>
            {webhookTypeNames.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={webhookTypes[type]}
                description={type}
                onChange={() => toggle(type)}
              />
            ))}
          </div>
        </Checkbox.Group>
        <DialogFooter label={webhook ? 'Save webhook' : 'Add webhook'} form={form} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
