import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { webhookDelivery, webhookEndpoint, webhookMessage } from '#db/schema/webhooks.ts'
import type { WebhookType } from './webhookTypes.ts'

interface Announcement {
  agencyId: string
  type: WebhookType
  /** The listing, file or lead. Messages about one of them arrive in order. */
  objectId: string
  /** Ids and what changed. Nothing about a person: the system asks for that with its key. */
  data: Record<string, string | number | boolean | null>
}

/**
 * Tells the systems of an agency that something has happened. Joins the caller's transaction: the message exists if and only if it really
 * happened. An agency without endpoints for it costs one lookup.
 */
export async function announce(tx: Db, { agencyId, type, objectId, data }: Announcement) {
  await tx.execute(sql`
    with wanting as (
      select id from ${webhookEndpoint}
      where ${webhookEndpoint.agencyId} = ${agencyId} and ${webhookEndpoint.disabledAt} is null
        and (${webhookEndpoint.types} = '{}' or ${type} = any (${webhookEndpoint.types}))
    ), message as (
      insert into ${webhookMessage} ("id", "agencyId", "type", "objectId", "body")
      select ${`msg_${shortRandomId()}`}, ${agencyId}, ${type}, ${objectId}, ${JSON.stringify(data)}::jsonb
      where exists (select from wanting)
      returning "id", "sequence"
    )
    insert into ${webhookDelivery} ("id", "messageId", "endpointId", "objectId", "sequence")
    select 'dlvr_' || substr(md5(message."id" || wanting."id"), 1, 16), message."id", wanting."id", ${objectId}, message."sequence"
    from message cross join wanting`)
}
