import { eq } from 'drizzle-orm'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notFound } from '#platform/errors.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'

const PURPOSE = 'unsubscribe from changes'

type Subscriber = Pick<typeof lead.$inferSelect, 'id' | 'keysChangedAt'>

/** Changes with the lead's email address, so an address that was wrong decides nothing any more. */
const signedPart = ({ id, keysChangedAt }: Subscriber) => `${id}.${(keysChangedAt?.getTime() ?? 0).toString(36)}`

/** In every email about changed documents. It works without signing in, for this buyer and this listing only. */
export const changeUnsubscribeUrl = (
  { APP_URL, APP_SECRET }: Pick<Services['env'], 'APP_URL' | 'APP_SECRET'>,
  subscriber: Subscriber,
) => `${APP_URL}/unsubscribe/changes/${signText(APP_SECRET, PURPOSE, signedPart(subscriber))}`

/** What the link is about, and whether those emails are on. */
export async function readChangeEmailChoice(services: Services, key: string) {
  const { leadRow, title } = await requireSubscriber(services, key)
  return { listingTitle: title, isOn: leadRow.unsubscribedAt === null }
}

/** Applies at once, also to emails that are being collected. The link stays valid, so that it can be undone. */
export async function saveChangeEmailChoice(services: Services, key: string, isOn: boolean) {
  const { leadRow } = await requireSubscriber(services, key)
  await services.database.db
    .update(lead)
    .set({ unsubscribedAt: isOn ? null : (leadRow.unsubscribedAt ?? new Date()) })
    .where(eq(lead.id, leadRow.id))
}

async function requireSubscriber({ database: { db }, env }: Services, key: string) {
  const signed = readSignedText(env.APP_SECRET, PURPOSE, key)
  const [found] = await db
    .select({ leadRow: lead, title: listing.title })
    .from(lead)
    .innerJoin(listing, eq(listing.id, lead.listingId))
    .where(eq(lead.id, signed?.split('.')[0] ?? ''))
  if (!found || signedPart(found.leadRow) !== signed) throw notFound()
  return found
}

/** Email programs send this when someone clicks their own unsubscribe button (RFC 8058). */
export async function respondToChangeEmailsUnsubscribe(key: string) {
  await saveChangeEmailChoice(useServices(), key, false)
  return new Response(null, { status: 204 })
}
