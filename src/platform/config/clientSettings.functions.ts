import { createServerFn } from '@tanstack/react-start'
import { anyone } from '../auth/accessMiddleware.ts'
import { readClientSettings } from './env.server.ts'

/** The part of the configuration that the browser may know. */
export const fetchClientSettings = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context }) => readClientSettings(context.services.env))

export type ClientSettings = Awaited<ReturnType<typeof fetchClientSettings>>

/** Who runs this installation, for the privacy policy and the terms. */
export const fetchOperator = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context: { services } }) => {
    const { SMTP_URL, S3_BUCKET, TURNSTILE_SITE_KEY, POSTHOG_KEY, SENTRY_DSN } = services.env
    return {
      /** The sender of our emails, which is also where people can write to. */
      contact: services.mailer.address,
      /** Third-party services that this installation uses. */
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
