import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { IconRow } from '#ui/display/IconRow.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { showErrorToast, showToast } from '#ui/feedback/toasts.tsx'
import { formatCount } from '#ui/format/format.ts'
import { SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover, Dialog } from '#ui/overlay/Dialog.tsx'
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
  | { what: 'log'; webhook: ListedWebhook }

const titles = { secret: 'Signing secret', log: 'Delivery log' }

/** Addresses of the agency's own systems that are told what happens. */
export function WebhooksSection() {
  const { data: webhooks, isError, isFetching, refetch } = useQuery(webhooksQuery)
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  return (
    <SectionCard
      title="Webhooks"
      about="We tell your CRM or another system as soon as something happens: a new lead, an opened document, a published listing."
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
        <ul className={classes.list}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onShow={setShown} />
          ))}
        </ul>
      ) : isError ? (
        <SectionError what="your webhooks" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton h={64} />
      )}
      {webhooks?.length === 0 && (
        <Text size="sm" c="dimmed">
          You have no webhooks yet. The people who look after your CRM can give you the address to add.
        </Text>
      )}
      <Dialog
        opened={shown !== undefined}
        onClose={close}
        title={
          shown?.what === 'form' ? (shown.webhook ? 'Edit webhook' : 'Add webhook') : titles[shown?.what ?? 'secret']
        }
        size={shown?.what === 'log' ? 760 : 560}
        fullScreen="on phones"
      >
        {shown?.what === 'form' && (
          <WebhookForm
            webhook={shown.webhook}
            onCancel={close}
            onDone={(secret) => setShown(secret ? { what: 'secret', secret, isNew: true } : undefined)}
          />
        )}
        {shown?.what === 'secret' && <SecretField secret={shown.secret} isNew={shown.isNew} onDone={close} />}
        {shown?.what === 'log' && <DeliveryLog webhook={shown.webhook} />}
      </Dialog>
    </SectionCard>
  )
}

function WebhookRow({ webhook, onShow }: { webhook: ListedWebhook; onShow: (shown: Shown) => void }) {
  const { id, url, name, types, isEnabled, failingSince } = webhook
  const queryClient = useQueryClient()
  const data = { id }
  const options = {
    onError: showErrorToast,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all }),
  }
  const change = useMutation({ mutationFn: () => updateWebhook({ data: { id, isEnabled: !isEnabled } }), ...options })
  const test = useMutation({
    mutationFn: () => testWebhook({ data }),
    onSuccess: () => showToast('Test message on its way. Its result is in the log in a moment.'),
    ...options,
  })
  const reveal = useMutation({
    mutationFn: () => revealWebhookSecret({ data }),
    onSuccess: ({ secret }) => onShow({ what: 'secret', secret, isNew: false }),
    ...options,
  })
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret({ data }),
    onSuccess: ({ secret }) => onShow({ what: 'secret', secret, isNew: true }),
    ...options,
  })
  const remove = useMutation({
    mutationFn: () => deleteWebhook({ data }),
    onSuccess: () => showToast('Webhook deleted.'),
    ...options,
  })
  const label = name || new URL(url).hostname
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
        <Stack gap={8}>
          <span className={classes.url}>
            {url} · {types.length === 0 ? 'All types' : formatCount(types.length, 'type')}
          </span>
          <Group gap={8}>
            <Button {...button} aria-label={`Log of ${label}`} onClick={() => onShow({ what: 'log', webhook })}>
              Log
            </Button>
            {isEnabled && (
              <Button
                {...button}
                loading={test.isPending}
                aria-label={`Send a test message to ${label}`}
                onClick={() => test.mutate()}
              >
                Send test
              </Button>
            )}
            <Button {...button} aria-label={`Edit ${label}`} onClick={() => onShow({ what: 'form', webhook })}>
              Edit
            </Button>
            <Button
              {...button}
              loading={change.isPending}
              aria-label={`${isEnabled ? 'Turn off' : 'Turn on'} ${label}`}
              onClick={() => change.mutate()}
            >
              {isEnabled ? 'Turn off' : 'Turn on'}
            </Button>
            <Button
              {...button}
              loading={reveal.isPending}
              aria-label={`Show the secret of ${label}`}
              onClick={() => reveal.mutate()}
            >
              Show secret
            </Button>
            <ConfirmPopover
              label="Replace secret"
              accessibleLabel={`Replace the secret of ${label}`}
              question={`The old secret works for another ${OLD_SECRET_HOURS} hours. Change it in your system by then.`}
              busy={rotate.isPending}
              onConfirm={() => rotate.mutate()}
            />
            <ConfirmPopover
              label="Delete"
              accessibleLabel={`Delete ${label}`}
              question="Nothing more is sent to this address, and its log is deleted."
              busy={remove.isPending}
              onConfirm={() => remove.mutate()}
            />
          </Group>
        </Stack>
      }
    />
  )
}
