import { once } from 'node:events'
import { createServer } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createZip } from '../../../../test/fixtures/content/officeFiles.ts'
import { housePhoto } from '../../../../test/fixtures/content/photos.ts'
import { reaxmlFile, reaxmlListing } from '../../../../test/fixtures/reaxml.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { createApiClient } from '../../../../test/support/services/apiClient.ts'
import { openServices, registerWorker } from '../../../../test/support/services/services.ts'
import { feedRun } from '../../../db/schema/feeds.ts'
import { file } from '../../../db/schema/files.ts'
import { listing, openHome } from '../../../db/schema/listings.ts'
import { type Agent, startSession } from '../../../platform/auth/sessions.server.ts'
import { provideServices } from '../../../platform/services.server.ts'
import { HOUR_MS } from '../../../values/durations.ts'
import { beginUpload } from '../../files/server/beginUpload.server.ts'
import { prepareFileJob } from '../../files/server/prepareFile.server.ts'
import { removeContentJob } from '../../files/server/removeContent.server.ts'
import type { ListingFacts } from '../../listings/facts/facts.schema.ts'
import { describeAsReaxml } from '../../listings/server/listingReaxml.server.ts'
import { createListing, publishListing, requireListing, updateListing } from '../../listings/server/listings.server.ts'
import type { FeedReport } from '../feeds.schema.ts'
import { fetchFeedPhotosJob } from './feedPhotos.server.ts'
import {
  confirmFeedRun,
  discardFeedRun,
  importFeedJob,
  listFeedRuns,
  readFeedRun,
  sweepFeedRunsJob,
} from './feedRuns.server.ts'
import { respondToFeed } from './receiveFeed.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
/** Where a CRM has its photos. */
const photoServer = createServer(async (request, response) => {
  const path = request.url ?? ''
  askedFor.push(path)
  const times = timesAsked(path)
  if (path === '/gone.jpg') response.statusCode = 404
  if (path === '/down.jpg' || (path === '/busy.jpg' && times === 1)) response.statusCode = 503
  if (path === '/lost.jpg' && times === 1) return request.socket.destroy()
  // Nobody has stored it when the second asks.
  if (path === '/together.jpg') await eventually(() => timesAsked(path) === 2)
  response.end(await housePhoto(0))
})
const askedFor: string[] = []
const timesAsked = (path: string) => askedFor.filter((one) => one === path).length
let photoOrigin: string
beforeAll(async () => {
  await once(photoServer.listen(0, '127.0.0.1'), 'listening')
  const address = photoServer.address()
  photoOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const preparing = [registerWorker(prepareFileJob), registerWorker(removeContentJob)]
  opened = await openServices([registerWorker(importFeedJob), registerWorker(fetchFeedPhotosJob), ...preparing], {
    internalOrigins: [photoOrigin],
  })
})
afterAll(async () => {
  await opened.close()
  photoServer.close()
})

/** An agency with a CRM that has a key. */
async function openAgency() {
  const { services, database, settle } = opened
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
    const rows = await database.db.select({ id: listing.id }).from(listing).where(eq(listing.agencyId, agent.agencyId))
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
  const response = await respondToFeed(opened.services, request)
  if (!response) throw new Error('This is no address of feeds.')
  return response
}

/** Every row of everything that an import could change. */
async function everything(agent: Agent) {
  const { sql } = opened.database
  return {
    listings: await sql`select * from listing where "agencyId" = ${agent.agencyId} order by id`,
    openHomes:
      await sql`select open_home.* from open_home join listing on listing.id = "listingId" where "agencyId" = ${agent.agencyId} order by open_home.id`,
    feeds: await sql`select * from feed_listing where "agencyId" = ${agent.agencyId} order by "uniqueId"`,
    photos:
      await sql`select feed_photo.* from feed_photo join listing on listing.id = "listingId" where "agencyId" = ${agent.agencyId} order by "photoId"`,
    files: await sql`select id, path, version from file where "agencyId" = ${agent.agencyId} order by id`,
  }
}

async function change(agent: Agent, changes: Partial<Parameters<typeof updateListing>[2]>) {
  const { db } = opened.database
  const [row] = await db.select().from(listing).where(eq(listing.agencyId, agent.agencyId))
  const { id, version, subtitle, description } = await requireListing(db, agent, row?.id ?? '')
  await updateListing(db, agent, { id, version, title: '', subtitle, description: description as never, ...changes })
}

describe('a file', () => {
  test('shows what it would do before an agency’s first import, and changes nothing until then', async () => {
    const { agent, push, find } = await openAgency()
    const response = await push(reaxmlFile(reaxmlListing(), reaxmlListing({ id: 'CRM-2', status: 'sold' })))
    expect(response.status).toBe(202)
    const { id } = await response.json()
    await opened.settle()
    const { state, report } = await readFeedRun(opened.database.db, agent, id)
    expect(state).toBe('previewed')
    expect(report).toMatchObject({
      counts: { created: 1, skipped: 1 },
      listings: [{ title: '3/12 Rātā Street, Karori', listingId: null }, {}],
    })
    expect(await find()).toEqual([])
    await confirmFeedRun(opened.services, agent, id)
    await opened.settle()
    expect(await find()).toMatchObject([{ title: '3/12 Rātā Street, Karori', state: 'draft' }])
    await expect(confirmFeedRun(opened.services, agent, id)).rejects.toThrow('imported or discarded already')
  })

  test('creates drafts with the facts, the times of the place and the agent whom it names', async () => {
    const { agent, run, findOne } = await openAgency()
    const colleague = await addMember(opened.database.db, agent, { role: 'agent' })
    await run(reaxmlFile(reaxmlListing({ email: colleague.email.toUpperCase() })))
    const created = await findOne()
    expect(created).toMatchObject({
      ...{ state: 'draft', unit: '3', streetNumber: '12', bedrooms: 3, landArea: 0.5, landAreaUnit: 'ha', price: null },
      ...{ subtitle: 'Sunny villa near the school', propertyType: 'townhouse', priceText: 'Enquiries over $900,000' },
      openHomes: [{ startsAt: new Date('2099-12-05T00:00:00Z'), endsAt: new Date('2099-12-05T00:30:00Z') }],
    })
    const [row] = await opened.database.db.select().from(listing).where(eq(listing.id, created.id))
    expect(row?.userId).toBe(colleague.id)
  })

  test('that is sent twice changes no row', async () => {
    const { agent, run } = await openAgency()
    const zip = await createZip({
      'a.xml': reaxmlFile(
        reaxmlListing({ more: '<images><img id="m" file="m.jpg"/></images>' }),
        reaxmlListing({ id: 'CRM-2', modTime: '' }),
      ),
      'm.jpg': await housePhoto(0),
    })
    expect((await run(zip)).counts).toMatchObject({ created: 2 })
    const before = await everything(agent)
    expect(before.files).toHaveLength(1)
    expect((await run(zip)).counts).toMatchObject({ created: 0, changed: 0, same: 2 })
    expect(await everything(agent)).toEqual(before)
  })

  test('changes what it owns, and keeps what was changed here, field by field', async () => {
    const { agent, run, findOne } = await openAgency()
    await run(reaxmlFile(reaxmlListing()))
    await change(agent, { bedrooms: 5, priceText: 'Deadline sale' })
    const next = { modTime: '2026-11-02-09:00:00', bedrooms: 4, headline: 'Sunnier', priceView: 'By negotiation' }
    const report = await run(reaxmlFile(reaxmlListing(next)))
    expect(report.listings).toMatchObject([
      {
        action: 'changed',
        changes: [{ field: 'subtitle', from: 'Sunny villa near the school', to: 'Sunnier' }],
        kept: [
          { field: 'bedrooms', here: '5', sent: '4' },
          { field: 'priceText', here: 'Deadline sale', sent: 'By negotiation' },
        ],
      },
    ])
    expect(await findOne()).toMatchObject({ bedrooms: 5, priceText: 'Deadline sale', subtitle: 'Sunnier' })
  })

  test('keeps text that was formatted here', async () => {
    const { agent, run, findOne } = await openAgency()
    await run(reaxmlFile(reaxmlListing({ description: 'Sunny.' })))
    const bold = { type: 'text' as const, text: 'Sunny.', marks: [{ type: 'bold' as const }] }
    await change(agent, { description: { type: 'doc', content: [{ type: 'paragraph', content: [bold] }] } })
    const report = await run(reaxmlFile(reaxmlListing({ modTime: '2026-11-02-09:00:00', description: 'Very sunny.' })))
    expect(report.listings[0]?.kept).toMatchObject([{ field: 'description' }])
    expect(JSON.stringify((await findOne()).description)).toContain('bold')
  })

  test('that is older than what was sent changes nothing', async () => {
    const { run, findOne } = await openAgency()
    await run(reaxmlFile(reaxmlListing({ modTime: '2026-11-02-09:00:00' })))
    const report = await run(reaxmlFile(reaxmlListing({ modTime: '2026-11-01-09:00:00', bedrooms: 1 })))
    expect(report.counts.older).toBe(1)
    expect(await findOne()).toMatchObject({ bedrooms: 3 })
  })

  test.each([
    ['sold', { status: 'sold', soldOn: '2026-11-10', soldPrice: 985_000 }],
    ['withdrawn', { status: 'withdrawn' }],
    ['offmarket', { status: 'withdrawn' }],
  ])('that says %s closes the listing, also one that was marked here', async (status, facts) => {
    const { agent, run, findOne } = await openAgency()
    await run(reaxmlFile(reaxmlListing()))
    await change(agent, { status: 'under_offer' })
    await publishListing(opened.database.db, agent, (await findOne()).id)
    const more = '<soldDetails><price display="yes">985000</price><date>2026-11-10</date></soldDetails>'
    const report = await run(
      reaxmlFile(reaxmlListing({ status, modTime: '2026-11-11-09:00:00', more: status === 'sold' ? more : '' })),
    )
    expect(report.counts.closed).toBe(1)
    expect(await findOne()).toMatchObject(facts)
  })

  test('keeps open homes that are over, and cancels coming ones that it leaves out', async () => {
    const { run, findOne } = await openAgency()
    await run(
      reaxmlFile(reaxmlListing({ inspections: ['5-Dec-2020 1:00pm to 1:30pm', '5-Dec-2099 1:00pm to 1:30pm'] })),
    )
    await run(
      reaxmlFile(reaxmlListing({ modTime: '2026-11-02-09:00:00', inspections: ['6-Dec-2099 1:00pm to 1:30pm'] })),
    )
    const { id, openHomes } = await findOne()
    expect(openHomes.map(({ startsAt }) => startsAt.toISOString().slice(0, 10))).toEqual(['2020-12-05', '2099-12-06'])
    expect(await opened.database.db.$count(openHome, eq(openHome.listingId, id))).toBe(3)
  })

  test('with values that a listing cannot have is imported without them, with a warning', async () => {
    const { run, findOne } = await openAgency()
    const xml = reaxmlListing({ inspections: ['5-Dec-1999 1:00pm to 1:30pm'] }).replace('>6012<', '>60120000000<')
    const report = await run(reaxmlFile(xml))
    expect(report.listings[0]?.warnings.join()).toMatch(
      /Postcode: left out.*Open homes: left out|Open homes: left out.*Postcode: left out/,
    )
    expect(await findOne()).toMatchObject({ postcode: null, bedrooms: 3 })
  })

  test('that cannot be read fails with the reason', async () => {
    const { agent, push } = await openAgency()
    const { id } = await (await push('<propertyList><land>')).json()
    await opened.settle()
    expect(await readFeedRun(opened.database.db, agent, id)).toMatchObject({
      state: 'failed',
      report: { failure: expect.stringContaining('well-formed') },
    })
    await discardFeedRun(opened.services, agent, id)
    expect(await listFeedRuns(opened.database.db, agent)).toEqual([])
  })

  test('with line separators of Unicode in its texts is imported', async () => {
    const { run } = await openAgency()
    const report = await run(reaxmlFile(reaxmlListing({ description: 'Sunny.\u2028Near the school.\u2029Quiet.' })))
    expect(report.counts).toMatchObject({ created: 1 })
  })

  /** As it is in the middle of its import. */
  async function startLostRun(agent: Agent) {
    const [run] = await opened.database.db
      .insert(feedRun)
      .values({
        ...{
          agencyId: agent.agencyId,
          userId: agent.id,
          name: 'crm.xml',
          path: `feeds/cd/cd${'0'.repeat(30)}`,
          size: 9,
        },
        ...{ state: 'running' as const, startedAt: new Date(Date.now() - 2 * HOUR_MS) },
      })
      .returning()
    const id = run?.id ?? ''
    return { id, read: () => readFeedRun(opened.database.db, agent, id) }
  }
  const failed = { state: 'failed', report: { failure: expect.stringContaining('send the file again') } }

  test('that can’t be imported fails with the last attempt, and not before', async () => {
    const { agent } = await openAgency()
    const { id, read } = await startLostRun(agent)
    const attempt = (isLastAttempt: boolean) =>
      importFeedJob.work(opened.services, { runId: id }, { id: '', isLastAttempt })
    await expect(attempt(false)).rejects.toThrow()
    expect(await read()).toMatchObject({ state: 'running' })
    await expect(attempt(true)).rejects.toThrow()
    expect(await read()).toMatchObject(failed)
  })

  test('whose last attempt was killed fails within the hour, and one that will be tried again does not', async () => {
    const { agent } = await openAgency()
    const [lost, waiting] = [await startLostRun(agent), await startLostRun(agent)]
    const { database, services } = opened
    await services.jobs.enqueue(database.db, importFeedJob, { runId: waiting.id }, { startAfter: 3600 })
    await sweepFeedRunsJob.work(services, {}, { id: '' })
    expect(await lost.read()).toMatchObject(failed)
    expect(await waiting.read()).toMatchObject({ state: 'running' })
    await services.jobs.cancel(database.db, importFeedJob, { runId: waiting.id })
  })

  test('threat 180: is not another agency’s to see, confirm or match', async () => {
    const [one, other] = [await openAgency(), await openAgency()]
    const { id } = await (await one.push(reaxmlFile(reaxmlListing()))).json()
    await opened.settle()
    const { services, database } = opened
    await expect(readFeedRun(database.db, other.agent, id)).rejects.toThrow('Not found')
    await expect(confirmFeedRun(services, other.agent, id)).rejects.toThrow('Not found')
    await confirmFeedRun(services, one.agent, id)
    await other.run(reaxmlFile(reaxmlListing({ bedrooms: 9 })))
    expect(await one.findOne()).toMatchObject({ bedrooms: 3 })
  })

  test('whose import begins again after a crash is finished, and reported as a whole', async () => {
    const { agent, push, run, find } = await openAgency()
    await run(reaxmlFile(reaxmlListing({ id: 'first' })))
    const many = Array.from({ length: 20 }, (_, at) => reaxmlListing({ id: `CRM-${at}`, number: `${at}` }))
    const { database, services } = opened
    const { id } = await (await push(reaxmlFile(...many))).json()
    await opened.settle()
    // As a killed process leaves it: some listings are stored, and neither the report nor the end.
    const lost = await find()
    await database.db
      .update(feedRun)
      .set({ state: 'running', report: null, finishedAt: null, path: await storeAgain(reaxmlFile(...many)) })
      .where(eq(feedRun.id, id))
    await database.sql`delete from feed_listing where "agencyId" = ${agent.agencyId} and "uniqueId" in ('CRM-18', 'CRM-19')`
    await services.jobs.enqueue(database.db, importFeedJob, { runId: id })
    await opened.settle()
    expect((await readFeedRun(database.db, agent, id)).report?.counts).toMatchObject({ created: 20, same: 0 })
    expect(await find()).toHaveLength(lost.length + 2)
  })
})

async function storeAgain(xml: string) {
  const path = `feeds/ab/ab${'0'.repeat(30)}`
  await opened.services.storage.write(path, Buffer.from(xml), 'application/xml')
  return path
}

describe('photos', () => {
  const zipOf = async (modTime: string, photo: number) =>
    createZip({
      'a.xml': reaxmlFile(
        reaxmlListing({
          modTime,
          more: `<images><img id="m" modTime="${modTime}" file="m.jpg"/><img id="a" file="missing.jpg"/></images>`,
        }),
      ),
      'images/M.JPG': await housePhoto(photo),
    })
  const photosOf = (agent: Agent) => opened.database.db.select().from(file).where(eq(file.agencyId, agent.agencyId))

  test('of the zip are stored once, a newer one takes the place of the older, and a missing one is reported', async () => {
    const { agent, run } = await openAgency()
    const report = await run(await zipOf('2026-11-01-09:00:00', 0))
    expect(report.photoProblems).toEqual(['missing.jpg: The zip doesn’t have this photo.'])
    const [first] = await photosOf(agent)
    await run(await zipOf('2026-11-02-09:00:00', 1))
    await run(await zipOf('2026-11-02-09:00:00', 1))
    const after = await photosOf(agent)
    expect(after).toMatchObject([{ id: first?.id, type: 'image' }])
    expect(after[0]?.path).not.toBe(first?.path)
  })

  test('of an address are fetched once, however often the file is sent', async () => {
    const { agent, run } = await openAgency()
    const xml = reaxmlFile(reaxmlListing({ more: `<images><img id="m" url="${photoOrigin}/main.jpg"/></images>` }))
    await run(xml)
    await run(xml)
    expect(timesAsked('/main.jpg')).toBe(1)
    expect(await photosOf(agent)).toMatchObject([{ name: 'main.jpg', type: 'image', state: 'ready' }])
  })

  test('that can’t be used leave the stored one in its place, and the next good one replaces it', async () => {
    const { agent, run } = await openAgency()
    await run(await zipOf('2026-11-01-09:00:00', 0))
    const [first] = await photosOf(agent)
    const broken = createZip({
      'a.xml': reaxmlFile(
        reaxmlListing({ more: '<images><img id="m" modTime="2026-11-02-09:00:00" file="m.jpg"/></images>' }),
      ),
      'm.jpg': 'not a photo',
    })
    expect((await run(await broken)).photoProblems).toHaveLength(1)
    expect(await photosOf(agent)).toMatchObject([{ id: first?.id, path: first?.path }])
    await run(await zipOf('2026-11-03-09:00:00', 1))
    const after = await photosOf(agent)
    expect(after).toMatchObject([{ id: first?.id }])
    expect(after[0]?.path).not.toBe(first?.path)
  })

  const fetchOne = async (agent: Agent, listingId: string, path: string) =>
    fetchFeedPhotosJob.work(
      opened.services,
      {
        ...{ runId: '', userId: agent.id, agencyId: agent.agencyId, listingId },
        photos: [{ id: 'm', url: photoOrigin + path, source: path }],
      },
      { id: '' },
    )

  test('that two imports fetch at once are stored once', async () => {
    const { agent, run, findOne } = await openAgency()
    await run(reaxmlFile(reaxmlListing()))
    const { id } = await findOne()
    await Promise.all([fetchOne(agent, id, '/together.jpg'), fetchOne(agent, id, '/together.jpg')])
    const [stored, ...others] = await photosOf(agent)
    expect(others).toEqual([])
    expect((await everything(agent)).photos).toMatchObject([{ source: '/together.jpg', fileId: stored?.id }])
  })

  test('that a crash left half stored are stored once, in the place of the older one', async () => {
    const { agent, run, findOne } = await openAgency()
    await run(reaxmlFile(reaxmlListing()))
    const { id } = await findOne()
    await fetchOne(agent, id, '/first.jpg')
    const [first] = await photosOf(agent)
    const { uploadId } = await beginUpload(opened.services, agent, {
      ...{ name: 'm.jpg', contentType: '', contentLength: '9', listingId: id, note: '', replaces: first?.id },
    })
    await opened.database
      .sql`update feed_photo set source = '/second.jpg', "fileId" = ${uploadId} where "listingId" = ${id}`
    await fetchOne(agent, id, '/second.jpg')
    expect(await photosOf(agent)).toMatchObject([{ id: first?.id, originalName: 'second.jpg' }])
    expect((await everything(agent)).photos).toMatchObject([{ source: '/second.jpg', fileId: first?.id }])
  })

  test('are fetched with the reach of the import, also for a listing of a colleague', async () => {
    const { agent, run, findOne } = await openAgency()
    await run(reaxmlFile(reaxmlListing()))
    const colleague = await addMember(opened.database.db, agent, { role: 'agent' })
    await fetchOne(colleague, (await findOne()).id, '/colleague.jpg')
    expect(await photosOf(agent)).toHaveLength(1)
  })

  test('of a server that is down are tried again, and reported once if it stays down', async () => {
    const { agent, run } = await openAgency()
    const images = ['busy', 'lost', 'down', 'gone'].map(
      (name) => `<img id="${name}" url="${photoOrigin}/${name}.jpg"/>`,
    )
    const report = await run(reaxmlFile(reaxmlListing({ more: `<images>${images.join('')}</images>` })))
    expect(report.photoProblems).toEqual([
      `${photoOrigin}/down.jpg: The server responded 503.`,
      `${photoOrigin}/gone.jpg: The server responded 404.`,
    ])
    expect((await photosOf(agent)).map(({ name }) => name).sort()).toEqual(['busy.jpg', 'lost.jpg'])
    expect(timesAsked('/down.jpg')).toBe(4)
  })

  test('that are gone are not asked for again', async () => {
    const { run } = await openAgency()
    const before = timesAsked('/gone.jpg')
    await run(reaxmlFile(reaxmlListing({ more: `<images><img id="m" url="${photoOrigin}/gone.jpg"/></images>` })))
    expect(timesAsked('/gone.jpg')).toBe(before + 1)
  })

  test('threat 179: are never fetched from an address inside our network', async () => {
    const { agent, run } = await openAgency()
    const addresses = [
      'https://127.0.0.1/a.jpg',
      'http://example.nz/a.jpg',
      'https://[::ffff:169.254.169.254]/a.jpg',
      'file:///etc/passwd',
    ]
    const images = addresses.map((url, at) => `<img id="${at}" url="${url}"/>`).join('')
    await run(reaxmlFile(reaxmlListing({ more: `<images>${images}</images>` })))
    const [{ id } = { id: '' }] = await listFeedRuns(opened.database.db, agent)
    const { report } = await readFeedRun(opened.database.db, agent, id)
    expect(report?.photoProblems).toHaveLength(addresses.length)
    expect(await photosOf(agent)).toEqual([])
  })
})

describe('a push', () => {
  test('threat 180: without a key gets a 401, without the scope a 403, of another type a 415, and empty a 400', async () => {
    const { agent, push } = await openAgency()
    const reader = await createApiClient(opened.services, agent, ['listings:read'])
    const xml = reaxmlFile(reaxmlListing())
    expect((await sendFeed(xml, {})).status).toBe(401)
    expect((await sendFeed(xml, { authorization: `Bearer ${reader.token}` })).status).toBe(403)
    expect((await push(xml, { 'content-type': 'text/html' })).status).toBe(415)
    expect((await push('')).status).toBe(400)
    expect((await push(xml, { 'content-length': '200000001' })).status).toBe(413)
    expect(await listFeedRuns(opened.database.db, agent)).toEqual([])
  })

  test.each([
    ['20 files wait for a review', 20, { state: 'previewed' as const, size: 1 }],
    ['files of 1 GB wait', 1, { state: 'running' as const, size: 1_000_000_000 }],
  ])('is refused while %s, and nothing of it is kept', async (_, count, waiting) => {
    const { agent, push } = await openAgency()
    const run = { agencyId: agent.agencyId, userId: agent.id, name: 'crm.xml', ...waiting }
    await opened.database.db.insert(feedRun).values(Array.from({ length: count }, () => run))
    const response = await push(reaxmlFile(reaxmlListing()))
    expect(response.status).toBe(409)
    expect(await response.text()).toContain('Import or discard them, then send this one again.')
    expect(await opened.database.db.$count(feedRun, eq(feedRun.agencyId, agent.agencyId))).toBe(count)
    const other = await openAgency()
    expect((await other.push(reaxmlFile(reaxmlListing()))).status).toBe(202)
    await opened.settle()
  })

  test('threat 178: with no end is cut off at 200 MB, and nothing of it is kept', { timeout: 120_000 }, async () => {
    const { agent } = await openAgency()
    const { token } = await createApiClient(opened.services, agent, ['feeds:write'])
    const storedFeeds = async () => {
      const keys: string[] = []
      for await (const { key } of opened.services.storage.list('feeds/')) keys.push(key)
      return keys
    }
    const before = await storedFeeds()
    const chunk = new Uint8Array(1_000_000)
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/xml' }
    const request = new Request('https://files.example.nz/feeds/reaxml', {
      method: 'POST',
      headers,
      body,
      ...{ duplex: 'half' },
    })
    expect((await respondToFeed(opened.services, request))?.status).toBe(413)
    expect(await listFeedRuns(opened.database.db, agent)).toEqual([])
    expect(await storedFeeds()).toEqual(before)
  })
})

test('threat 180: an upload in the portal needs a session, the permission and our own page', async () => {
  const { database, services, settle } = opened
  provideServices(services)
  const agent = await createAgent(database.db)
  const colleague = await addMember(database.db, agent, { role: 'agent' })
  const cookieOf = async ({ id }: Agent) => `__Host-session=${await startSession(database.db, id, '')}`
  const send = async (cookie: string, site = 'same-origin') => {
    const headers = { cookie, 'sec-fetch-site': site, 'content-type': 'application/xml' }
    const url = 'https://files.example.nz/portal/feeds/upload?name=crm.xml'
    const response = await respondToFeed(
      services,
      new Request(url, { method: 'POST', body: reaxmlFile(reaxmlListing()), headers }),
    )
    return response?.status
  }
  expect(await send('')).toBe(401)
  expect(await send(await cookieOf(colleague))).toBe(403)
  expect(await send(await cookieOf(agent), 'cross-site')).toBe(403)
  expect(await send(await cookieOf(agent))).toBe(202)
  await settle()
  expect(await listFeedRuns(database.db, agent)).toMatchObject([
    { name: 'crm.xml', isPushed: false, state: 'previewed' },
  ])
})

describe('a listing that is exported as REAXML', () => {
  const address = { streetNumber: '12A', street: 'Rātā Street', suburb: 'Karori', postcode: '6012' }
  const soon = new Date('2099-12-05T00:00:00Z')
  const openHomes = [{ startsAt: soon, endsAt: new Date('2099-12-05T00:45:00Z'), note: '' }]

  const exported: Partial<ListingFacts>[] = [
    {
      ...{ propertyType: 'house', saleMethod: 'auction', saleAt: soon, titleType: 'cross_lease', openHomes },
      ...{
        ...address,
        unit: '3',
        city: 'Wellington',
        region: 'Wellington',
        country: 'NZ',
        landArea: 640,
        landAreaUnit: 'm2',
      },
    },
    {
      ...{ propertyType: 'apartment', saleMethod: 'set_date', saleAt: soon, status: 'under_offer', floorArea: 84.5 },
      ...{
        ...address,
        region: 'VIC',
        country: 'AU',
        bedrooms: 0,
        parking: 2,
        price: 985_000,
        priceText: 'From <$1m> & "up"',
      },
    },
    {
      propertyType: 'section',
      saleMethod: 'tender',
      saleAt: soon,
      landArea: 1.25,
      landAreaUnit: 'ha',
      isShownByAppointment: true,
    },
    { ...address, propertyType: 'commercial', saleMethod: 'negotiation', country: 'NZ', region: 'Hawke’s Bay' },
    {
      ...address,
      propertyType: 'lifestyle',
      saleMethod: 'enquiries_over',
      price: 1_200_000,
      region: 'Manawatū-Whanganui',
    },
  ]

  test.each(exported)('has the same facts in another agency: $propertyType by $saleMethod', async (facts) => {
    const { db } = opened.database
    const [one, other] = [await openAgency(), await openAgency()]
    const description = {
      type: 'doc' as const,
      content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Sunny & near <all>.' }] }],
    }
    const made = await createListing(db, one.agent, { title: '', subtitle: 'Sunny', description, ...facts })
    await other.run((await describeAsReaxml(db, one.agent, made.id)).xml)
    const found = await other.findOne()
    const factsOf = ({ id: _, slug: __, createdAt: ___, updatedAt: ____, openHomes, ...rest }: typeof found) => ({
      ...rest,
      country: rest.country ?? 'NZ',
      openHomes: openHomes.map(({ startsAt, endsAt }) => ({ startsAt, endsAt })),
    })
    expect(factsOf(found)).toEqual(factsOf(made))
  })
})
