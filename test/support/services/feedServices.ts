import { eq } from 'drizzle-orm'
import { listing } from '../../../src/db/schema/listings.ts'
import type { FeedReport } from '../../../src/features/feeds/feeds.schema.ts'
import { fetchFeedPhotosJob } from '../../../src/features/feeds/server/feedPhotos.server.ts'
import { confirmFeedRun, importFeedJob, readFeedRun } from '../../../src/features/feeds/server/feedRuns.server.ts'
import { respondToFeed } from '../../../src/features/feeds/server/receiveFeed.server.ts'
import { prepareFileJob } from '../../../src/features/files/server/prepareFile.server.ts'
import { removeContentJob } from '../../../src/features/files/server/removeContent.server.ts'
import { requireListing } from '../../../src/features/listings/server/listings.server.ts'
import type { Agent } from '../../../src/platform/auth/sessions.server.ts'
import { createAgent } from '../../fixtures/agents.ts'
import { createApiClient } from './apiClient.ts'
import { openServices, registerWorker } from './services.ts'

/** Services that import what CRMs send, and agencies with a CRM. */
export async function openFeedServices(given: { internalOrigins?: string[] } = {}) {
  const preparing = [registerWorker(prepareFileJob), registerWorker(removeContentJob)]
  const importing = [registerWorker(importFeedJob), registerWorker(fetchFeedPhotosJob)]
  const opened = await openServices([...importing, ...preparing], given)
  const { services, database, settle } = opened
  return { ...opened, openAgency, sendFeed, storeFeed, readRows }

  /** An agency with a CRM that has a key. */
  async function openAgency() {
    const agent = await createAgent(database.db)
    const { token } = await createApiClient(services, agent, ['feeds:write'])
    const push = (body: string | Buffer, headers: Record<string, string> = {}) =>
      sendFeed(body, { authorization: `Bearer ${token}`, ...headers })
    /** Sends a file and, where it waits for that, confirms it. */
    async function run(body: string | Buffer): Promise<FeedReport> {
      const type = typeof body === 'string' ? 'application/xml' : 'application/zip'
      const { id } = await (await push(body, { 'content-type': type })).json()
      await settle()
      if ((await readFeedRun(database.db, agent, id)).state === 'previewed') {
        await confirmFeedRun(services, agent, id)
        await settle()
      }
      const { report, state } = await readFeedRun(database.db, agent, id)
      if (!report || state !== 'done') throw new Error(`The run is ${state}: ${report?.failure}`)
      return report
    }
    const find = async () => {
      const rows = await database.db
        .select({ id: listing.id })
        .from(listing)
        .where(eq(listing.agencyId, agent.agencyId))
      return Promise.all(rows.map(({ id }) => requireListing(database.db, agent, id)))
    }
    const findOne = async () => {
      const [one] = await find()
      if (!one) throw new Error('There is no listing.')
      return one
    }
    return { agent, push, run, find, findOne }
  }

  async function sendFeed(body: string | Buffer, headers: Record<string, string>) {
    const request = new Request('https://files.example.nz/feeds/reaxml', {
      method: 'POST',
      headers: { 'content-type': 'application/xml', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    const response = await respondToFeed(services, request)
    if (!response) throw new Error('This is no address of feeds.')
    return response
  }

  /** Every row of everything that an import could change. */
  async function readRows(agent: Agent) {
    const { sql } = database
    return {
      listings: await sql`select * from listing where "agencyId" = ${agent.agencyId} order by id`,
      openHomes:
        await sql`select open_home.* from open_home join listing on listing.id = "listingId" where listing."agencyId" = ${agent.agencyId} order by open_home.id`,
      feeds: await sql`select * from feed_listing where "agencyId" = ${agent.agencyId} order by "uniqueId"`,
      photos:
        await sql`select feed_photo.* from feed_photo join listing on listing.id = "listingId" where listing."agencyId" = ${agent.agencyId} order by "photoId"`,
      files:
        await sql`select id, path, version, name, "archivedAt" from file where "agencyId" = ${agent.agencyId} order by id`,
    }
  }

  /** A file as a CRM sent it, in the storage. */
  async function storeFeed(xml: string) {
    const path = `feeds/ab/ab${'0'.repeat(30)}`
    await services.storage.write(path, Buffer.from(xml), 'application/xml')
    return path
  }
}
