import { createServerFn } from '@tanstack/react-start'
import { anyone } from './access.ts'

/** Who runs this, as far as the privacy policy and the terms need to know. */
export const fetchOperator = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context: { services } }) => {
    const { SMTP_URL, S3_BUCKET, TURNSTILE_SITE_KEY, POSTHOG_KEY, SENTRY_DSN } = services.env
    return {
      /** The address that our mails come from, which is where people write to. */
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
