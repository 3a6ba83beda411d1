import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { EmbedInput, EmbedSitesInput } from './embed.schema.ts'
import { allowAgencySites, readEmbedSettings, saveEmbedSites as save } from './server/embedSites.server.ts'

/** For the loader of an embedded page: says which sites may show it. */
export const allowFraming = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(EmbedInput)
  .handler(({ data, context }) => allowAgencySites(context.db, data))

export const fetchEmbedSettings = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readEmbedSettings(context.services, context.agent))

export const saveEmbedSites = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(EmbedSitesInput)
  .handler(({ data, context }) => save(context.services, context.agent, data))

export const embedSettingsQuery = queryOptions({
  queryKey: queryKeys.embedSettings,
  queryFn: () => fetchEmbedSettings(),
})
