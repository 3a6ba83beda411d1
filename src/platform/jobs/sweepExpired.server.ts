import { and, isNull, lt, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import { ago, now } from '#db/clock.server.ts'
import { deleteWebhookMessages } from '#db/deleteWebhooks.server.ts'
import { session, token } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { emailCode } from '#db/schema/leads.ts'
import { readingSession } from '#db/schema/readings.ts'
import {
  authenticator,
  identityRequest,
  passkeyChallenge,
  pendingSignIn,
  previousAddress,
} from '#db/schema/signInMethods.ts'
import { webhookMessage } from '#db/schema/webhooks.ts'
import { DAY_MS } from '#values/time.ts'
import { sweepVisitorData } from '../events/visitors.server.ts'
import type { Services } from '../services.server.ts'
import type { Job } from './jobs.server.ts'

const AUDIT_RETENTION_MS = 365 * DAY_MS
/** The page of an expired invitation can send a new one. */
const INVITATION_RETENTION_MS = 90 * DAY_MS
/** An hour longer than the keys that its browser reports with. */
const READING_SESSION_RETENTION_MS = 25 * 3600 * 1000
/** With what the receiving systems responded. */
const WEBHOOK_RETENTION_MS = 30 * DAY_MS
/** As long as they are told of a recovery. */
const PREVIOUS_ADDRESS_RETENTION_MS = 30 * DAY_MS
const NoData = z.object({})

const isUseless = or(
  lt(token.expiresAt, ago(INVITATION_RETENTION_MS)),
  and(ne(token.purpose, 'create_password'), lt(token.expiresAt, now)),
)

/**
 * Deletes expired sessions, unfinished sign-ins and authenticator apps, challenges for passkeys, visits to Google and Microsoft, emailed links and codes, sessions of readers,
 * rate-limit counters, old activity, old webhook messages, and visitor salts with what depends on them.
 */
export const sweepExpiredJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'sweep',
  data: NoData,
  schedule: '17 * * * *',
  async work({ database, limits }) {
    await database.db.delete(session).where(lt(session.expiresAt, now))
    await database.db.delete(token).where(isUseless)
    await database.db.delete(pendingSignIn).where(lt(pendingSignIn.expiresAt, now))
    await database.db
      .delete(authenticator)
      .where(and(isNull(authenticator.confirmedAt), lt(authenticator.createdAt, ago(DAY_MS))))
    await database.db.delete(previousAddress).where(lt(previousAddress.replacedAt, ago(PREVIOUS_ADDRESS_RETENTION_MS)))
    await database.db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, now))
    await database.db.delete(identityRequest).where(lt(identityRequest.expiresAt, now))
    await database.db.delete(emailCode).where(lt(emailCode.expiresAt, now))
    await database.db.delete(audit).where(lt(audit.at, ago(AUDIT_RETENTION_MS)))
    await database.db.delete(readingSession).where(lt(readingSession.reportedAt, ago(READING_SESSION_RETENTION_MS)))
    await database.db.transaction((tx) =>
      deleteWebhookMessages(tx, { which: lt(webhookMessage.createdAt, ago(WEBHOOK_RETENTION_MS)) }),
    )
    await sweepVisitorData(database.db)
    await limits.sweep()
  },
}
