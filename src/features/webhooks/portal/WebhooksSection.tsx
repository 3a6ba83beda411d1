import { Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core'
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlus,
  IconRefresh,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { showErrorToast, showToast } from '#ui/feedback/toasts.tsx'
import { formatCount } from '#ui/format/format.ts'
import { SectionBody, SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import {
  deleteWebhook,
  type ListedWebhook,
  revealWebhookSecret,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  webhooksQuery,
} from '../webhooks.functions.ts'
import { OLD_SECRET_HOURS } from '../webhooks.schema.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { SecretField } from './SecretField.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import classes from './WebhooksSection.module.css'

/** What a dialog is open for. */
type Shown =
  | { what: 'form'; webhook?: ListedWebhook }
  | { what: 'secret'; secret: string; isNew: boolean }
  | { what: 'log' | 'replace' | 'delete'; webhook: ListedWebhook }

const titles = {
  secret: 'Signing secret',
  log: 'Delivery log',
  replace: 'Replace the secret?',
  delete: 'Delete this webhook?',
}

const webhookLabel = ({ name, url }: ListedWebhook) => name || new URL(url).hostname

/** Addresses of the agency's own systems that are told what happens. */
export function WebhooksSection({ timeZone }: { timeZone: string }) {
  const { data: webhooks, isError, isFetching, refetch } = useQuery(webhooksQuery)
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  return (
    <SectionCard
      id="webhooks"
      title="Webhooks"
      about={
        <>
          We tell your CRM or another system as soon as something happens: a new lead, an opened document, a published
          listing.{' '}
          <Anchor href="/developers#webhooks" inherit underline="always">
            Read how
          </Anchor>
        </>
      }
      action={
        <Button
          variant="default"
          leftSection={<IconPlus {...icon} size={16} />}
          onClick={() => setShown({ what: 'form' })}
        >
          Add webhook
        </Button>
      }
    >
      {webhooks ? (
        <SectionBody>
          {webhooks.length === 0 ? (
            <p className={classes.empty}>
              No webhooks yet. The people who look after your CRM can give you the address to add.
            </p>
          ) : (
            <ul className={classes.list}>
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} onShow={setShown} />
              ))}
            </ul>
          )}
        </SectionBody>
      ) : isError ? (
        <SectionError what="your webhooks" busy={isFetching} onRetry={refetch} />
      ) : (
        <SectionBody>
          <div className={classes.list} role="status" aria-label="Loading your webhooks">
            <IconRowSkeleton />
          </div>
        </SectionBody>
      )}
      <Dialog
        opened={shown !== undefined}
        onClose={close}
        title={
          shown?.what === 'form' ? (shown.webhook ? 'Edit webhook' : 'Add webhook') : titles[shown?.what ?? 'secret']
        }
        size={shown?.what === 'log' ? 760 : shown?.what === 'form' ? 640 : 480}
        fullScreen={shown?.what === 'log' || shown?.what === 'form' ? 'on phones' : undefined}
      >
        {shown?.what === 'form' && (
          <WebhookForm
            webhook={shown.webhook}
            onCancel={close}
            onDone={(secret) => setShown(secret ? { what: 'secret', secret, isNew: true } : undefined)}
          />
        )}
        {shown?.what === 'secret' && <SecretField secret={shown.secret} isNew={shown.isNew} onDone={close} />}
        {shown?.what === 'log' && <DeliveryLog webhook={shown.webhook} timeZone={timeZone} />}
        {shown?.what === 'replace' && (
          <ReplaceSecret
            webhook={shown.webhook}
            onCancel={close}
            onDone={(secret) => setShown({ what: 'secret', secret, isNew: true })}
          />
        )}
        {shown?.what === 'delete' && <DeleteWebhook webhook={shown.webhook} onClose={close} />}
      </Dialog>
    </SectionCard>
  )
}

/** For each change: what went wrong is shown, and the list is loaded again. */
function useRefreshOptions() {
  const queryClient = useQueryClient()
  return {
    onError: showErrorToast,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all }),
  }
}

function WebhookRow({ webhook, onShow }: { webhook: ListedWebhook; onShow: (shown: Shown) => void }) {
  const { id, url, types, isEnabled, failingSince } = webhook
  const data = { id }
  const options = useRefreshOptions()
  const change = useMutation({ mutationFn: () => updateWebhook({ data: { id, isEnabled: !isEnabled } }), ...options })
  const test = useMutation({
    mutationFn: () => testWebhook({ data }),
    onSuccess: () => showToast('Test message sent. Open the log to see the response.'),
    ...options,
  })
  const reveal = useMutation({
    mutationFn: () => revealWebhookSecret({ data }),
    onSuccess: ({ secret }) => onShow({ what: 'secret', secret, isNew: false }),
    ...options,
  })
  const label = webhookLabel(webhook)
  const button = { variant: 'default', size: 'xs' } as const
  return (
    <IconRow
      icon={<IconWebhook {...icon} />}
      title={
        <>
          <bdi>{label}</bdi>{' '}
          {isEnabled ? failingSince && <Pill tone="attention">Failing</Pill> : <Pill tone="ended">Off</Pill>}
        </>
      }
      detail={
        <>
          <span className={classes.url}>{url}</span>
          {types.length === 0 ? 'All message types' : formatCount(types.length, 'message type')}
        </>
      }
      action={
        <div className={classes.actions}>
          <Button {...button} aria-label={`Log of ${label}`} onClick={() => onShow({ what: 'log', webhook })}>
            Log
          </Button>
          {isEnabled ? (
            <Button
              {...button}
              loading={test.isPending}
              aria-label={`Send a test message to ${label}`}
              onClick={() => test.mutate()}
            >
              Send test
            </Button>
          ) : (
            <Button
              {...button}
              loading={change.isPending}
              aria-label={`Turn on ${label}`}
              onClick={() => change.mutate()}
            >
              Turn on
            </Button>
          )}
          <ActionsMenu itemName={label}>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onShow({ what: 'form', webhook })}>
              Edit
            </Menu.Item>
            {isEnabled && (
              <Menu.Item leftSection={<IconPlayerPause {...icon} />} onClick={() => change.mutate()}>
                Turn off
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => reveal.mutate()}>
              Show secret
            </Menu.Item>
            <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => onShow({ what: 'replace', webhook })}>
              Replace secret
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => onShow({ what: 'delete', webhook })}>
              Delete
            </Menu.Item>
          </ActionsMenu>
        </div>
      }
    />
  )
}

interface ReplaceSecretProps {
  webhook: ListedWebhook
  onCancel: () => void
  onDone: (secret: string) => void
}

function ReplaceSecret({ webhook, onCancel, onDone }: ReplaceSecretProps) {
  const { mutate: replace, isPending } = useMutation({
    mutationFn: () => rotateWebhookSecret({ data: { id: webhook.id } }),
    onSuccess: ({ secret }) => onDone(secret),
    ...useRefreshOptions(),
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        <bdi>{webhookLabel(webhook)}</bdi> can use the old secret for another {OLD_SECRET_HOURS} hours. Enter the new
        one there by then.
      </Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={isPending} onClick={() => replace()}>
          Replace secret
        </Button>
      </Group>
    </Stack>
  )
}

function DeleteWebhook({ webhook, onClose }: { webhook: ListedWebhook; onClose: () => void }) {
  const { mutate: remove, isPending } = useMutation({
    mutationFn: () => deleteWebhook({ data: { id: webhook.id } }),
    onSuccess: () => {
      showToast('Webhook deleted.')
      onClose()
    },
    ...useRefreshOptions(),
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        We’ll send nothing more to <bdi>{webhookLabel(webhook)}</bdi>, and its log is deleted. This can’t be undone.
      </Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.9" loading={isPending} onClick={() => remove()}>
          Delete webhook
        </Button>
      </Group>
    </Stack>
  )
}
