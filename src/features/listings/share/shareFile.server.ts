import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/profile.ts'
import type { Agent } from '#platform/session.server.ts'
import { findListing } from '../findListing.server.ts'
import { publicLink } from '../publicLink.ts'
import { listingQr } from './listingQr.server.ts'
import { posterPdf } from './poster/poster.server.ts'
import type { ShareKind } from './shareKinds.ts'

interface Wish {
  id: string
  kind: ShareKind
  appUrl: string
}

/** What carries a listing's link into the world of paper. Made when it is asked for: title and link may change. */
export async function shareFile(db: Db, agent: Agent, { id, kind, appUrl }: Wish) {
  const { title, subtitle, slug } = await findListing(db, agent, id)
  const url = publicLink(appUrl, slug)
  switch (kind) {
    case 'qr.png':
      return { name: `${slug}-qr.png`, type: 'image/png', bytes: (await listingQr(url)).png }
    case 'qr.svg':
      return { name: `${slug}-qr.svg`, type: 'image/svg+xml', bytes: (await listingQr(url)).svg }
    case 'poster.pdf': {
      const poster = { title, subtitle, url, ...(await signatureOf(db, agent)) }
      return { name: `${slug}-poster.pdf`, type: 'application/pdf', bytes: await posterPdf(poster) }
    }
  }
}

async function signatureOf(db: Db, { id, firstName, lastName, phone }: Agent) {
  const [found] = await db.select({ agencyName: profile.agencyName }).from(profile).where(eq(profile.userId, id))
  return { agentName: `${firstName} ${lastName}`.trim(), agencyName: found?.agencyName ?? '', phone }
}
