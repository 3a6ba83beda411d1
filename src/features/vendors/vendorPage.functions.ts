import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone } from '#platform/auth/accessMiddleware.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { findVendorExample, readVendorPage, recordVendorVisit } from './server/vendorPage.server.ts'
import { VendorKeyInput } from './vendors.schema.ts'

/** POST, because in an address the key would end up in the logs of proxies. */
export const fetchVendorPage = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(VendorKeyInput)
  .handler(({ data, context: { services, clientIp } }) => readVendorPage(services, data.key, clientIp))

/** Called by a page that somebody looks at, so that programs that check links are not counted. The agency’s own people aren’t either. */
export const recordVendorPageVisit = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(VendorKeyInput)
  .handler(async ({ data, context: { services, clientIp } }) =>
    recordVendorVisit(services, data.key, clientIp, (await findSignedInAgent())?.agent.agencyId),
  )

/** The path of the report to show as an example, or null. For the loader of the home page. */
export const fetchVendorExample = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context }) => findVendorExample(context.db, context.services.env))

const REFRESH_MS = 5 * 60_000

export const vendorPageQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.vendorPage(key),
    queryFn: () => fetchVendorPage({ data: { key } }),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
    // The page shows the error itself.
    meta: { handled: true },
  })
