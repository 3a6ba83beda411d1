import type { openDatabase } from '../../../src/db/client.server.ts'
import { createAgent, signInAs } from '../../fixtures/agents.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'

/** What an application answers where it needs packages that differ between processors, or files of packages: hashing, pictures, fonts and PDF. */
export async function statusesOfNativeParts(url: string, db: ReturnType<typeof openDatabase>['db']) {
  const agent = await createAgent(db)
  const listing = await createPublishedListing(db, { agent })
  const statusOf = async (path: string, headers = {}) => (await fetch(url + path, { headers })).status
  const cookie = await signInAs(url, agent.email)
  return {
    'home page': await statusOf('/'),
    'share picture': await statusOf(`/listings/${listing.slug}/preview.jpg`),
    'page of the portal': await statusOf(`/portal/listings/${listing.id}`, { cookie }),
    poster: await statusOf(`/portal/listings/${listing.id}/share/poster.pdf`, { cookie }),
  }
}

export const allWork = { 'home page': 200, 'share picture': 200, 'page of the portal': 200, poster: 200 }
