import { createServerFn } from '@tanstack/react-start'
import { useServices } from './services.server.ts'

/** What the browser may know of the configuration. */
export const fetchClientSettings = createServerFn({ method: 'GET' }).handler(() => {
  const { POSTHOG_KEY, POSTHOG_HOST, SENTRY_DSN } = useServices().env
  return {
    postHog: POSTHOG_KEY ? { key: POSTHOG_KEY, host: POSTHOG_HOST } : null,
    sentry: SENTRY_DSN ? { dsn: SENTRY_DSN } : null,
  }
})

export type ClientSettings = Awaited<ReturnType<typeof fetchClientSettings>>
