import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { session } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { readUserAgent } from '../events/userAgent.server.ts'
import { currentUserAgent } from '../http/currentRequest.server.ts'

/**
 * Someone sent a session's cookie without that of the browser it was opened in. Anyone with a copy loses it, and the agent signs in again:
 * that is once, and the copy would be valid for weeks. Of several requests at once, one ends it and is recorded.
 */
export const endCopiedSession = (db: Db, tokenHash: string) =>
  db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(session)
      .where(eq(session.tokenHash, tokenHash))
      .returning({ userId: session.userId })
    if (!ended) return
    const { browser, os } = readUserAgent(currentUserAgent() ?? '')
    const device = [browser, os && `on ${os}`].filter(Boolean).join(' ').slice(0, 100)
    await tx.insert(audit).values({ userId: ended.userId, action: 'session_copied', device: device || null })
  })
