import { eq, sql } from 'drizzle-orm'
import { profile, user } from '#db/schema/accounts.ts'
import { notFound } from '#platform/errors.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { EmailKind, optionalEmails } from '../accounts.schema.ts'

const PURPOSE = 'unsubscribe'

/** In every email that an agent can switch off. It works without signing in, and for this type of email only. */
export const unsubscribeUrl = ({ APP_URL, APP_SECRET }: Services['env'], userId: string, kind: EmailKind) =>
  `${APP_URL}/unsubscribe/${signText(APP_SECRET, PURPOSE, `${userId}.${kind}`)}`

/** What the link is about, and whether those emails are off already. */
export async function readEmailChoice(services: Services, key: string) {
  const { kind, muted } = await requireChoice(services, key)
  return { title: optionalEmails[kind].title, about: optionalEmails[kind].about, isOn: !muted.includes(kind) }
}

/** Applies at once. The link stays valid, so that it can be undone. */
export async function saveEmailChoice(services: Services, key: string, isOn: boolean) {
  const { userId, kind } = await requireChoice(services, key)
  const without = sql`array_remove(${profile.mutedEmails}, ${kind})`
  await services.database.db
    .insert(profile)
    .values({ userId, mutedEmails: isOn ? [] : [kind] })
    .onConflictDoUpdate({
      target: profile.userId,
      set: { mutedEmails: isOn ? without : sql`array_append(${without}, ${kind})`, updatedAt: new Date() },
    })
}

async function requireChoice({ database: { db }, env }: Services, key: string) {
  const [userId = '', name] = readSignedText(env.APP_SECRET, PURPOSE, key)?.split('.') ?? []
  const kind = EmailKind.safeParse(name)
  if (!kind.success) throw notFound()
  const [found] = await db
    .select({ muted: profile.mutedEmails })
    .from(user)
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(eq(user.id, userId))
  if (!found) throw notFound()
  return { userId, kind: kind.data, muted: found.muted ?? [] }
}

/** Email programs send this when someone clicks their own unsubscribe button (RFC 8058). */
export async function respondToOneClickUnsubscribe(key: string) {
  await saveEmailChoice(useServices(), key, false)
  return new Response(null, { status: 204 })
}
