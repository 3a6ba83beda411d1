import { createServerFn } from '@tanstack/react-start'
import { anyone } from './access.ts'

/** What the browser may know of the configuration. */
export const fetchClientSettings = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context }) => {
    const { APP_URL, POSTHOG_KEY, POSTHOG_HOST, SENTRY_DSN } = context.services.env
    return {
      appUrl: APP_URL,
      postHog: POSTHOG_KEY ? { key: POSTHOG_KEY, host: POSTHOG_HOST } : null,
      sentry: SENTRY_DSN ? { dsn: SENTRY_DSN } : null,
    }
  })

export type ClientSettings = Awaited<ReturnType<typeof fetchClientSettings>>
