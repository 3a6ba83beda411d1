import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn, subscribedAndProven } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { ApiKeyIdInput, NewApiKey } from './apiKeys.schema.ts'
import { createApiKey as create, listApiKeys, revokeApiKey as revoke } from './server/apiKeys.server.ts'

export const fetchApiKeys = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => listApiKeys(context.db, context.agent))

export const createApiKey = createServerFn({ method: 'POST' })
  .middleware([subscribedAndProven])
  .validator(NewApiKey)
  .handler(({ data, context }) => create(context.db, context.agent, data))

/** Revoking needs no subscription. */
export const revokeApiKey = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(ApiKeyIdInput)
  .handler(({ data, context }) => revoke(context.db, context.agent, data.id))

export const apiKeysQuery = queryOptions({
  queryKey: queryKeys.apiKeys,
  queryFn: () => fetchApiKeys(),
  // The section shows the error itself.
  meta: { handled: true },
})
