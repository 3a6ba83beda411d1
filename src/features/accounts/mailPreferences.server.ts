import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/profile.ts'
import type { MailKind } from './mailKinds.ts'

/** Whether this agent wants mails of this kind. */
export async function wantsEmail(db: Db, userId: string, kind: MailKind) {
  const [found] = await db.select({ muted: profile.mutedMails }).from(profile).where(eq(profile.userId, userId))
  return !found?.muted.includes(kind)
}
