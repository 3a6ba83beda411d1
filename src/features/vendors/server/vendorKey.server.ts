import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { vendorLink } from '#db/schema/vendors.ts'
import { notFound } from '#platform/errors.ts'
import type { AppSecret } from '#platform/secrets/keyring.server.ts'
import { readSignedText, signText } from '#platform/secrets/signedText.server.ts'
import type { Services } from '#platform/services.server.ts'

const PURPOSE = 'vendor link'

/** Of the demo's first listing, which no other installation has: its report is shown to everyone, from the home page. */
export const DEMO_VENDOR_LINK_ID = 'vend_demo'

type UrlEnv = Pick<Services['env'], 'APP_SECRET' | 'APP_URL'>

export const signVendorKey = (secret: AppSecret, linkId: string) => signText(secret, PURPOSE, linkId)

/** The private address of a link. It is made from the secret, so that it can be shown again, and is stored nowhere. */
export const vendorLinkUrl = ({ APP_SECRET, APP_URL }: UrlEnv, linkId: string) =>
  `${APP_URL}/vendor?key=${signVendorKey(APP_SECRET, linkId)}`

/** The link that a key opens. One that never was and one that was revoked are the same: not found. */
export async function requireVendorLink(db: Db, { APP_SECRET }: Pick<UrlEnv, 'APP_SECRET'>, key: string) {
  const linkId = readSignedText(APP_SECRET, PURPOSE, key)
  if (!linkId) throw notFound()
  const [found] = await db
    .select()
    .from(vendorLink)
    .where(and(eq(vendorLink.id, linkId), isNull(vendorLink.revokedAt)))
  if (!found) throw notFound()
  return found
}
