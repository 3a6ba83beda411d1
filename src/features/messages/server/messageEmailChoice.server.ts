import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { lead } from '#db/schema/leads.ts'
import { messageRecipient, silencedAddress } from '#db/schema/messages.ts'
import { readAgencyName } from '#features/agencies/server/readBrand.server.ts'
import { notFound } from '#platform/errors.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'

const PURPOSE = 'unsubscribe from messages'

type UrlEnv = Pick<Services['env'], 'APP_URL' | 'APP_SECRET'>
type Subscriber = Pick<typeof lead.$inferSelect, 'id' | 'keysChangedAt'>

/** Changes with the lead's email address, so an address that was wrong decides nothing any more. */
const signedPart = (messageId: string, { id, keysChangedAt }: Subscriber) =>
  `${messageId}.${id}.${(keysChangedAt?.getTime() ?? 0).toString(36)}`

/** In every message. It works without signing in, for all messages of the agency to this address. */
export const messageUnsubscribeUrl = ({ APP_URL, APP_SECRET }: UrlEnv, messageId: string, subscriber: Subscriber) =>
  `${APP_URL}/unsubscribe/messages/${signText(APP_SECRET, PURPOSE, signedPart(messageId, subscriber))}`

/** What the link is about, and whether those emails are on. */
export async function readMessageEmailChoice(db: Db, env: Pick<UrlEnv, 'APP_SECRET'>, key: string) {
  const { leadRow } = await requireSubscriber(db, env, key)
  const [silenced] = await db.select().from(silencedAddress).where(isAddressOf(leadRow))
  return { agencyName: await readAgencyName(db, leadRow.agencyId), isOn: !silenced?.unsubscribedAt }
}

/**
 * Applies at once, also to emails that wait. The leads of the address are locked: the transaction that hands over an email to one of them
 * is either before this or sees it. The link stays valid, so that it can be undone.
 */
export const saveMessageEmailChoice = (db: Db, env: Pick<UrlEnv, 'APP_SECRET'>, key: string, isOn: boolean) =>
  db.transaction(async (tx) => {
    const { leadRow, messageId } = await requireSubscriber(tx, env, key)
    const isSameAddress = and(eq(lead.ownPersonId, leadRow.ownPersonId), eq(lead.email, leadRow.email))
    await tx.select({ id: lead.id }).from(lead).where(isSameAddress).orderBy(asc(lead.id)).for('no key update')
    // Locked now: erased or corrected meanwhile, it decides nothing.
    await requireSubscriber(tx, env, key)
    if (isOn) {
      await tx.update(silencedAddress).set({ unsubscribedAt: null }).where(isAddressOf(leadRow))
      await tx.delete(silencedAddress).where(and(isAddressOf(leadRow), isNull(silencedAddress.bouncedAt)))
    } else
      await tx
        .insert(silencedAddress)
        .values({ agencyId: leadRow.agencyId, email: leadRow.email, unsubscribedAt: now })
        .onConflictDoUpdate({
          target: [silencedAddress.agencyId, silencedAddress.email],
          set: { unsubscribedAt: sql`coalesce(${silencedAddress.unsubscribedAt}, now())` },
        })
    await tx
      .update(messageRecipient)
      .set({ unsubscribedAt: isOn ? null : now })
      .where(and(eq(messageRecipient.messageId, messageId), eq(messageRecipient.leadId, leadRow.id)))
  })

const isAddressOf = ({ agencyId, email }: { agencyId: string; email: string }) =>
  and(eq(silencedAddress.agencyId, agencyId), eq(silencedAddress.email, email))

async function requireSubscriber(db: Db, { APP_SECRET }: Pick<UrlEnv, 'APP_SECRET'>, key: string) {
  const signed = readSignedText(APP_SECRET, PURPOSE, key)
  const [messageId = '', leadId = ''] = signed?.split('.') ?? []
  const [found] = await db.select({ leadRow: lead }).from(lead).where(eq(lead.id, leadId))
  if (!found || signedPart(messageId, found.leadRow) !== signed) throw notFound()
  return { ...found, messageId }
}

/** Email programs send this when someone clicks their own unsubscribe button (RFC 8058). */
export async function respondToMessagesUnsubscribe(key: string) {
  const { database, env } = useServices()
  await saveMessageEmailChoice(database.db, env, key, false)
  return new Response(null, { status: 204 })
}
