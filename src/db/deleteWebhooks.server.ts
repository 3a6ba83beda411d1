import { and, type Column, inArray, type SQL } from 'drizzle-orm'
import type { Db } from './client.server.ts'
import { webhookDelivery, webhookEndpoint, webhookMessage } from './schema/webhooks.ts'

interface DeletedMessages {
  /** Of every agency without. */
  agencyIds?: string[]
  which?: SQL
}

/** Deletes messages, with what the receiving systems responded. */
export async function deleteWebhookMessages(tx: Db, { agencyIds, which }: DeletedMessages) {
  const isOfAgencies = ({ agencyId }: { agencyId: Column }) => agencyIds && inArray(agencyId, agencyIds)
  const isDeleted = and(isOfAgencies(webhookMessage), which)
  const messages = tx.select({ id: webhookMessage.id }).from(webhookMessage).where(isDeleted)
  await tx
    .delete(webhookDelivery)
    .where(and(isOfAgencies(webhookDelivery), inArray(webhookDelivery.messageId, messages)))
  await tx.delete(webhookMessage).where(isDeleted)
}

/** Deletes endpoints. Messages to them stay as long as others get them, too. */
export async function deleteWebhookEndpoints(tx: Db, which: SQL) {
  // Locked first: what is announced meanwhile waits, and finds no endpoint.
  const endpoints = await tx.select({ id: webhookEndpoint.id }).from(webhookEndpoint).where(which).for('update')
  const ids = endpoints.map(({ id }) => id)
  await tx.delete(webhookDelivery).where(inArray(webhookDelivery.endpointId, ids))
  await tx.delete(webhookEndpoint).where(inArray(webhookEndpoint.id, ids))
}
