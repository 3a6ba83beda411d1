import type { Env } from './env.server.ts'

/** The part of the configuration that the browser may know. */
export const readClientSettings = ({ APP_URL, POSTHOG_KEY, POSTHOG_HOST, SENTRY_DSN }: Env) => ({
  appUrl: APP_URL,
  postHog: POSTHOG_KEY ? { key: POSTHOG_KEY, host: POSTHOG_HOST } : null,
  sentry: SENTRY_DSN ? { dsn: SENTRY_DSN } : null,
})
