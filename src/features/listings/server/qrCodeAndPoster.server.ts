import { eq } from 'drizzle-orm'
import { profile } from '#db/schema/accounts.ts'
import { readAgencyName, readDrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound, notSignedIn, unavailable } from '#platform/errors.ts'
import { formatPhone } from '#platform/input/phone.server.ts'
import { idPattern } from '#platform/input/searchParams.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import type { MediaTask } from '#platform/media/mediaTasks.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { qrSvg } from '#ui/display/qrCode.ts'
import { fullName } from '#ui/format/format.ts'
import { requireChannel } from '../channels/channels.server.ts'
import { listingTimeZone } from '../facts/address.ts'
import { headlineBelowTitle } from '../facts/factTexts.ts'
import { checkInPath, isShareFileName, type ShareFileName, shortLinkUrl } from '../listingUrls.ts'
import { drawPosterTask, drawQrCodeTask } from '../media/drawingTasks.ts'
import { requireListing } from './listings.server.ts'
import { readCoverPhoto } from './sharePictures.server.ts'

export async function serveShareFile(id: string, kind: string, requestUrl: string) {
  const services = useServices()
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const { searchParams } = new URL(requestUrl)
  const channelId = searchParams.get('link') ?? undefined
  const purpose = searchParams.get('for') === CHECK_IN ? CHECK_IN : undefined
  if (!isShareFileName(kind) || (channelId !== undefined && !idPattern('chan').test(channelId))) throw notFound()
  const { name, type, bytes } = await createShareFile(services, visitor.agent, id, kind, channelId, purpose)
  return new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  })
}

/** For the gate of an open home: the code opens the check-in, and not the listing. */
const CHECK_IN = 'check-in'

const defaultChannels = { 'qr.png': 'window', 'qr.svg': 'window', 'poster.pdf': 'poster' } as const

type ShareServices = Pick<Services, 'database' | 'storage' | 'env' | 'media'>

/**
 * A QR code or poster with a short link to the listing: that of the given channel, or the one for posters or window cards. Drawn for each request,
 * because the title may change. What is printed stays right when the listing's own link changes.
 */
export async function createShareFile(
  services: ShareServices,
  agent: Agent,
  id: string,
  kind: ShareFileName,
  channelId?: string,
  purpose?: typeof CHECK_IN,
) {
  const own = await requireListing(services.database.db, agent, id)
  const { title, slug, coverFileId } = own
  const wanted = channelId === undefined ? { kind: defaultChannels[kind] } : { id: channelId }
  const { code } = await requireChannel(services.database.db, agent, id, wanted)
  const { APP_URL } = services.env
  const url = purpose ? APP_URL + checkInPath(slug) : shortLinkUrl(APP_URL, code)
  const name = purpose ? `${slug}-${purpose}` : slug
  switch (kind) {
    case 'qr.png':
      return {
        name: `${name}-qr.png`,
        type: 'image/png',
        bytes: await drawForAgent(services, agent, drawQrCodeTask, url),
      }
    case 'qr.svg':
      return { name: `${name}-qr.svg`, type: 'image/svg+xml', bytes: qrSvg(url) }
    case 'poster.pdf': {
      const [signature, photo, brand] = await Promise.all([
        readAgentSignature(services, agent),
        readCoverPhoto(services, coverFileId),
        readDrawnBrand(services.database.db, agent.agencyId),
      ])
      const { timeZone: agentsZone, ...signed } = signature
      const subtitle = headlineBelowTitle({ ...own, facts: own, timeZone: listingTimeZone(own, agentsZone) })
      const bytes = await drawForAgent(services, agent, drawPosterTask, {
        title,
        subtitle,
        url,
        isForCheckIn: purpose !== undefined,
        photo,
        brand,
        ...signed,
      })
      return { name: `${name}-poster.pdf`, type: 'application/pdf', bytes }
    }
  }
}

/** The agent's text cannot be at fault, so any failure is temporary. */
function drawForAgent<Input>({ media }: ShareServices, agent: Agent, task: MediaTask<Input, Uint8Array>, input: Input) {
  return media.run(task, input, agent.id).catch((error: unknown) => {
    throw error instanceof MediaError ? unavailable() : error
  })
}

async function readAgentSignature({ database: { db } }: ShareServices, agent: Agent) {
  const [found] = await db
    .select({ licenceLine: profile.licenceLine, timeZone: profile.timeZone })
    .from(profile)
    .where(eq(profile.userId, agent.id))
  const { licenceLine = '', timeZone } = found ?? {}
  const agencyName = await readAgencyName(db, agent.agencyId)
  return { agentName: fullName(agent), agencyName, licenceLine, phone: formatPhone(agent.phone), timeZone }
}
