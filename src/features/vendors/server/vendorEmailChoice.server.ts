import { and, eq } from 'drizzle-orm'
import { listing } from '#db/schema/listings.ts'
import { vendorLink } from '#db/schema/vendors.ts'
import { notFound } from '#platform/errors.ts'
import { deleteEmailsAbout } from '#platform/mail/deleteEmailsAbout.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'

const PURPOSE = 'unsubscribe from vendor reports'

/** In every email to a vendor. It works without signing in, for this person and this listing only. */
export const vendorUnsubscribeUrl = (
  { APP_URL, APP_SECRET }: Pick<Services['env'], 'APP_URL' | 'APP_SECRET'>,
  linkId: string,
) => `${APP_URL}/unsubscribe/vendors/${signText(APP_SECRET, PURPOSE, linkId)}`

/** What the link is about, and whether those emails are on. */
export async function readVendorEmailChoice(services: Services, key: string) {
  const { unsubscribedAt, listingTitle } = await requireSubscriber(services, key)
  return { listingTitle, isOn: unsubscribedAt === null }
}

/** Applies at once, also to an email that waits to be sent. The private link still works, and so does this one, to undo it. */
export async function saveVendorEmailChoice(services: Services, key: string, isOn: boolean) {
  const { id, unsubscribedAt } = await requireSubscriber(services, key)
  if (isOn === (unsubscribedAt === null)) return
  await services.database.db.transaction(async (tx) => {
    await tx
      .update(vendorLink)
      .set({ unsubscribedAt: isOn ? null : new Date() })
      .where(eq(vendorLink.id, id))
    if (!isOn) await deleteEmailsAbout(tx, services.jobs, id)
  })
}

async function requireSubscriber({ database: { db }, env }: Services, key: string) {
  const linkId = readSignedText(env.APP_SECRET, PURPOSE, key)
  const [found] = await db
    .select({ id: vendorLink.id, unsubscribedAt: vendorLink.unsubscribedAt, listingTitle: listing.title })
    .from(vendorLink)
    .innerJoin(listing, and(eq(listing.id, vendorLink.listingId), eq(listing.agencyId, vendorLink.agencyId)))
    .where(eq(vendorLink.id, linkId ?? ''))
  if (!found) throw notFound()
  return found
}

/** Email programs send this when someone clicks their own unsubscribe button (RFC 8058). */
export async function respondToVendorUnsubscribe(key: string) {
  await saveVendorEmailChoice(useServices(), key, false)
  return new Response(null, { status: 204 })
}
