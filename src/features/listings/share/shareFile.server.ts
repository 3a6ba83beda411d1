import { eq } from 'drizzle-orm'
import { profile } from '#db/schema/profile.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { findListing } from '../findListing.server.ts'
import { publicLink } from '../publicLink.ts'
import { readCover } from './cover.server.ts'
import { listingQr } from './listingQr.server.ts'
import { posterPdf } from './poster/poster.server.ts'
import type { ShareKind } from './shareKinds.ts'

type Needed = Pick<Services, 'database' | 'storage' | 'env'>

/** What carries a listing's link into the world of paper. Made when it is asked for: title and link may change. */
export async function shareFile(services: Needed, agent: Agent, id: string, kind: ShareKind) {
  const { title, subtitle, slug, coverFileId } = await findListing(services.database.db, agent, id)
  const url = publicLink(services.env.APP_URL, slug)
  switch (kind) {
    case 'qr.png':
      return { name: `${slug}-qr.png`, type: 'image/png', bytes: (await listingQr(url)).png }
    case 'qr.svg':
      return { name: `${slug}-qr.svg`, type: 'image/svg+xml', bytes: (await listingQr(url)).svg }
    case 'poster.pdf': {
      const [signature, photo] = await Promise.all([signatureOf(services, agent), readCover(services, coverFileId)])
      const bytes = await posterPdf({ title, subtitle, url, photo, ...signature })
      return { name: `${slug}-poster.pdf`, type: 'application/pdf', bytes }
    }
  }
}

async function signatureOf({ database: { db } }: Needed, { id, firstName, lastName, phone }: Agent) {
  const [found] = await db.select({ agencyName: profile.agencyName }).from(profile).where(eq(profile.userId, id))
  return { agentName: `${firstName} ${lastName}`.trim(), agencyName: found?.agencyName ?? '', phone }
}
