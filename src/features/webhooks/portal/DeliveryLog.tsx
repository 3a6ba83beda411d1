import { Button, Code, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Pill, type PillTone } from '#ui/display/Pill.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { showErrorToast, showToast } from '#ui/feedback/toasts.tsx'
import { formatCount } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { deliveriesQuery, type ListedDelivery, type ListedWebhook, resendDelivery } from '../webhooks.functions.ts'
import { type DeliveryState, MESSAGE_DAYS } from '../webhooks.schema.ts'
import classes from './WebhooksSection.module.css'

const stateLabels: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  retrying: 'Trying again',
  delivered: 'Delivered',
  failed: 'Not delivered',
}
const stateTones: Record<DeliveryState, PillTone> = {
  waiting: 'neutral',
  retrying: 'attention',
  delivered: 'positive',
  failed: 'ended',
}

interface DeliveryLogProps {
  webhook: ListedWebhook
  /** Of the agent who reads it. */
  timeZone: string
}

/** What was sent to an address in the last days, with what it responded. */
export function DeliveryLog({ webhook, timeZone }: DeliveryLogProps) {
  const log = useInfiniteQuery(deliveriesQuery(webhook.id))
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = log
  if (!data) return isError ? <SectionError what="the log" busy={isFetching} onRetry={refetch} /> : <Skeleton h={120} />
  const deliveries = data.pages.flatMap((page) => page.deliveries)
  return (
    <>
      <div className={classes.log}>
        <Text size="sm" c="dimmed">
          {deliveries.length === 0
            ? `Nothing sent yet. Messages will be listed here for ${MESSAGE_DAYS} days.`
            : `Latest first. We keep messages for ${MESSAGE_DAYS} days.`}
        </Text>
        <Button variant="default" size="xs" style={{ flex: 'none' }} loading={isFetching} onClick={() => refetch()}>
          Reload
        </Button>
      </div>
      {deliveries.map((delivery) => (
        <DeliveryEntry key={delivery.id} webhook={webhook} delivery={delivery} timeZone={timeZone} />
      ))}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

function DeliveryEntry({ webhook, delivery, timeZone }: DeliveryLogProps & { delivery: ListedDelivery }) {
  const { id: deliveryId, type, state, createdAt, attempts, lastResponse, body } = delivery
  const queryClient = useQueryClient()
  const resend = useMutation({
    mutationFn: () => resendDelivery({ data: { id: webhook.id, deliveryId } }),
    onSuccess: () => showToast('We’re sending the message again.'),
    onError: showErrorToast,
    onSettled: () => queryClient.invalidateQueries(deliveriesQuery(webhook.id)),
  })
  return (
    <article className={classes.entry} aria-label={type}>
      <div className={classes.log}>
        <div className={classes.facts}>
          <Text size="sm" fw={600}>
            {type}
          </Text>
          <Pill tone={stateTones[state]}>{stateLabels[state]}</Pill>
          <Text size="sm" c="dimmed">
            <RelativeTime moment={createdAt} timeZone={timeZone} /> · {formatCount(attempts, 'attempt')}
          </Text>
        </div>
        {webhook.isEnabled && (state === 'delivered' || state === 'failed' || lastResponse !== null) && (
          <Button
            variant="default"
            size="xs"
            style={{ flex: 'none' }}
            loading={resend.isPending}
            aria-label={`Resend ${type}`}
            onClick={() => resend.mutate()}
          >
            Resend
          </Button>
        )}
      </div>
      <details>
        <summary className={classes.summary}>Message and response</summary>
        <p className={classes.part}>Message</p>
        <Code block className={classes.sent}>
          {body}
        </Code>
        <p className={classes.part}>{responseTitle(delivery)}</p>
        <Code block className={classes.sent}>
          {lastResponse || (attempts === 0 ? 'Not sent yet' : 'Empty')}
        </Code>
      </details>
    </article>
  )
}

/** Without a status there was no response, and its text says why. */
function responseTitle({ lastStatus, lastResponse }: ListedDelivery) {
  if (lastStatus !== null) return `Response (status ${lastStatus})`
  return lastResponse ? 'Why there was no response' : 'Response'
}
