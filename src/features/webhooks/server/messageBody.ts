import type { webhookMessage } from '#db/schema/webhooks.ts'

type Message = Pick<typeof webhookMessage.$inferSelect, 'type' | 'objectId' | 'body' | 'createdAt'>

/** Where a program reads more about it, with its key. */
const apiPaths: Record<string, string> = { lead: 'leads', list: 'listings', file: 'files' }

/** What is sent, the same with each attempt. */
export function messageBody({ type, objectId, body, createdAt }: Message, appUrl: string) {
  const path = type === 'lead.erased' ? undefined : apiPaths[objectId.split('_')[0] ?? '']
  return {
    type,
    timestamp: createdAt.toISOString(),
    data: { ...(body as Record<string, unknown>), ...(path && { url: `${appUrl}/api/v1/${path}/${objectId}` }) },
  }
}
