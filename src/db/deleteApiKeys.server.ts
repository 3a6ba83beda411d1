import { inArray } from 'drizzle-orm'
import type { Db } from './client.server.ts'
import { apiKey, repeatableRequest } from './schema/apiKeys.ts'

/** Deletes the keys of erased agencies, with what their programs were told. */
export async function deleteApiKeys(tx: Db, agencyIds: string[]) {
  const keys = tx.select({ id: apiKey.id }).from(apiKey).where(inArray(apiKey.agencyId, agencyIds))
  await tx.delete(repeatableRequest).where(inArray(repeatableRequest.apiKeyId, keys))
  await tx.delete(apiKey).where(inArray(apiKey.agencyId, agencyIds))
}
