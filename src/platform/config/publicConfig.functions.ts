import { createServerFn } from '@tanstack/react-start'
import { anyone } from '../auth/access.ts'

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

/** Who runs this, as far as the privacy policy and the terms need to know. */
export const fetchOperator = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context: { services } }) => {
    const { SMTP_URL, S3_BUCKET, TURNSTILE_SITE_KEY, POSTHOG_KEY, SENTRY_DSN } = services.env
    return {
      /** The address that our emails come from, which is where people write to. */
      contact: services.mailer.address,
      /** Services of others that this installation uses. */
      uses: {
        mail: Boolean(SMTP_URL),
        storage: Boolean(S3_BUCKET),
        botCheck: Boolean(TURNSTILE_SITE_KEY),
        productAnalytics: Boolean(POSTHOG_KEY),
        errorReports: Boolean(SENTRY_DSN),
      },
    }
  })

export type Operator = Awaited<ReturnType<typeof fetchOperator>>
