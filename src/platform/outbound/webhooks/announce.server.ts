import { inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { deleteWebhookMessages } from '#db/deleteWebhooks.server.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { webhookDelivery, webhookEndpoint, webhookMessage } from '#db/schema/webhooks.ts'
import type { WebhookType } from './webhookTypes.ts'

export interface Announcement {
  agencyId: string
  type: WebhookType
  /** The listing, file or lead. Messages about one of them arrive in order. */
  objectId: string
  /** Ids and what changed. Nothing about a person: the system asks for that with its key. */
  data: Record<string, string | number | boolean | null>
}

/**
 * Tells the systems of an agency that something has happened. Joins the caller's transaction: the message exists if and only if it really
 * happened. Call it after the object is locked or changed, so that messages about it have the order of the changes.
 */
export const announce = (tx: Db, announcement: Announcement) => announceAll(tx, [announcement])

/** Without endpoints that want to be told, this costs one lookup. */
export async function announceAll(tx: Db, announcements: readonly Announcement[]) {
  if (announcements.length === 0) return
  const rows = announcements.map((one) => ({ ...one, id: `msg_${shortRandomId()}` }))
  await tx.execute(sql`
    with given as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (id text, "agencyId" text, type text, "objectId" text, data jsonb)) with ordinality
        as given (id, "agencyId", type, "objectId", data, place)
    ), wanted as (
      select given.id, given."objectId", endpoint.id as "endpointId" from given
      join ${webhookEndpoint} endpoint on endpoint."agencyId" = given."agencyId" and endpoint."disabledAt" is null
        and (endpoint.types = '{}' or given.type = any (endpoint.types))
      -- One that is being deleted is waited for, and then not found.
      for key share of endpoint
    ), message as (
      insert into ${webhookMessage} (id, "agencyId", type, "objectId", body)
      select id, "agencyId", type, "objectId", data from given where id in (select id from wanted) order by place
      returning id, sequence
    )
    insert into ${webhookDelivery} (id, "messageId", "endpointId", "objectId", sequence)
    select 'dlvr_' || substr(md5(wanted.id || wanted."endpointId"), 1, 16), wanted.id, wanted."endpointId", wanted."objectId", message.sequence
    from wanted join message on message.id = wanted.id`)
}

/** What was announced about leads, listings or files that are erased, with what the receiving systems responded. */
export const forgetAnnouncements = (tx: Db, agencyIds: string[], objectIds: string[] | SQLWrapper) =>
  deleteWebhookMessages(tx, { agencyIds, which: inArray(webhookMessage.objectId, objectIds) })
