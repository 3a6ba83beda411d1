import { eq } from 'drizzle-orm'
import { profile } from '#db/schema/profile.ts'
import { unavailable } from '#platform/errors.ts'
import { MediaFailure } from '#platform/media/failure.ts'
import type { MediaTask } from '#platform/media/mediaTasks.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { findListing } from '../findListing.server.ts'
import { publicLink } from '../publicLink.ts'
import { readCover } from './cover.server.ts'
import { drawPoster, drawQrCode } from './drawingTasks.ts'
import { qrSvg } from './qrCode.ts'
import type { ShareKind } from './shareKinds.ts'

type ShareServices = Pick<Services, 'database' | 'storage' | 'env' | 'media'>

/** What carries a listing's link into the world of paper. Made when it is asked for: title and link may change. */
export async function createShareFile(services: ShareServices, agent: Agent, id: string, kind: ShareKind) {
  const { title, subtitle, slug, coverFileId } = await findListing(services.database.db, agent, id)
  const url = publicLink(services.env.APP_URL, slug)
  switch (kind) {
    case 'qr.png':
      return { name: `${slug}-qr.png`, type: 'image/png', bytes: await drawForAgent(services, agent, drawQrCode, url) }
    case 'qr.svg':
      return { name: `${slug}-qr.svg`, type: 'image/svg+xml', bytes: qrSvg(url) }
    case 'poster.pdf': {
      const [signature, photo] = await Promise.all([readAgentSignature(services, agent), readCover(services, coverFileId)])
      const bytes = await drawForAgent(services, agent, drawPoster, { title, subtitle, url, photo, ...signature })
      return { name: `${slug}-poster.pdf`, type: 'application/pdf', bytes }
    }
  }
}

/** These are drawings of the agent's own text: whatever stops one is no fault of theirs, and passes. */
function drawForAgent<Input>({ media }: ShareServices, agent: Agent, task: MediaTask<Input, Uint8Array>, input: Input) {
  return media.run(task, input, agent.id).catch((error: unknown) => {
    throw error instanceof MediaFailure ? unavailable() : error
  })
}

async function readAgentSignature({ database: { db } }: ShareServices, { id, firstName, lastName, phone }: Agent) {
  const [found] = await db.select({ agencyName: profile.agencyName }).from(profile).where(eq(profile.userId, id))
  return { agentName: `${firstName} ${lastName}`.trim(), agencyName: found?.agencyName ?? '', phone }
}
