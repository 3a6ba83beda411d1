import { once } from 'node:events'
import { createServer } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../../test/fixtures/agencies.ts'
import { createZip } from '../../../../test/fixtures/content/officeFiles.ts'
import { housePhoto } from '../../../../test/fixtures/content/photos.ts'
import { reaxmlFile, reaxmlListing } from '../../../../test/fixtures/reaxml.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { openFeedServices } from '../../../../test/support/services/feedServices.ts'
import { file } from '../../../db/schema/files.ts'
import { listing } from '../../../db/schema/listings.ts'
import type { Agent } from '../../../platform/auth/sessions.server.ts'
import { beginUpload, requireUpload } from '../../files/server/beginUpload.server.ts'
import { archiveFiles, updateFile } from '../../files/server/files.server.ts'
import { finishUpload } from '../../files/server/finishUpload.server.ts'
import { fetchFeedPhotosJob } from './feedPhotos.server.ts'
import { listFeedRuns, readFeedRun, startFeedRun } from './feedRuns.server.ts'

/** Small, because each is drawn here and prepared in the media process. */
const smallPhoto = (number: number) => housePhoto(number, 60, 40)

let opened: Awaited<ReturnType<typeof openFeedServices>>
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
  response.end(await smallPhoto(0))
})
const askedFor: string[] = []
const timesAsked = (path: string) => askedFor.filter((one) => one === path).length
let photoOrigin: string
beforeAll(async () => {
  await once(photoServer.listen(0, '127.0.0.1'), 'listening')
  const address = photoServer.address()
  photoOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  opened = await openFeedServices({ internalOrigins: [photoOrigin] })
})
afterAll(async () => {
  await opened.close()
  photoServer.close()
})

describe('photos', () => {
  const zipOf = async (modTime: string, photo: number) =>
    createZip({
      'a.xml': reaxmlFile(
        reaxmlListing({
          modTime,
          more: `<images><img id="m" modTime="${modTime}" file="m.jpg"/><img id="a" file="missing.jpg"/></images>`,
        }),
      ),
      'images/M.JPG': await smallPhoto(photo),
    })
  const photosOf = (agent: Agent) => opened.database.db.select().from(file).where(eq(file.agencyId, agent.agencyId))

  test('of the zip are stored once, a newer one takes the place of the older, and a missing one is reported', async () => {
    const { agent, run } = await opened.openAgency()
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
    const { agent, run } = await opened.openAgency()
    const xml = reaxmlFile(reaxmlListing({ more: `<images><img id="m" url="${photoOrigin}/main.jpg"/></images>` }))
    await run(xml)
    await run(xml)
    expect(timesAsked('/main.jpg')).toBe(1)
    expect(await photosOf(agent)).toMatchObject([{ name: 'main.jpg', type: 'image', state: 'ready' }])
  })

  test('that can’t be used leave the stored one in its place, and the next good one replaces it', async () => {
    const { agent, run } = await opened.openAgency()
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
    const { agent, run, findOne } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing()))
    const { id } = await findOne()
    await Promise.all([fetchOne(agent, id, '/together.jpg'), fetchOne(agent, id, '/together.jpg')])
    const [stored, ...others] = await photosOf(agent)
    expect(others).toEqual([])
    expect((await opened.readRows(agent)).photos).toMatchObject([
      { source: '/together.jpg', fileId: `${stored?.id} 1 together.jpg` },
    ])
  })

  test('that a crash left half stored are stored once, in the place of the older one', async () => {
    const { agent, run, findOne } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing()))
    const { id } = await findOne()
    await fetchOne(agent, id, '/first.jpg')
    const [first] = await photosOf(agent)
    const { uploadId } = await beginUpload(opened.services, agent, {
      ...{ name: 'm.jpg', contentType: '', contentLength: '9', listingId: id, note: '', replaces: first?.id },
    })
    await opened.database
      .sql`update feed_photo set source = '/second.jpg', "fileId" = ${`${uploadId} 1 first.jpg`} where "listingId" = ${id}`
    await fetchOne(agent, id, '/second.jpg')
    expect(await photosOf(agent)).toMatchObject([{ id: first?.id, originalName: 'second.jpg' }])
    expect((await opened.readRows(agent)).photos).toMatchObject([
      { source: '/second.jpg', fileId: `${first?.id} 2 first.jpg` },
    ])
  })

  test('are fetched with the reach of the import, and not once its sender may no longer manage connections', async () => {
    const { agent, run, findOne } = await opened.openAgency()
    await run(reaxmlFile(reaxmlListing()))
    const manager = await addMember(opened.database.db, agent, { role: 'manager' })
    await fetchOne(manager, (await findOne()).id, '/colleague.jpg')
    expect(await photosOf(agent)).toHaveLength(1)
    const former = await addMember(opened.database.db, agent, { role: 'agent' })
    await fetchOne(former, (await findOne()).id, '/former.jpg')
    expect(timesAsked('/former.jpg')).toBe(0)
  })

  /** A zip whose listing has these photos, each by the name of its file. */
  async function zipWith(day: number, names: string[], { changed = '', status = 'current' } = {}) {
    const modTime = `2026-11-0${day}-09:00:00`
    const images = names.map((name) => `<img id="${name}" modTime="${changed}" file="${name}.jpg"/>`).join('')
    const photos = await Promise.all(names.map(async (name, at) => [`${name}.jpg`, await smallPhoto(at)]))
    return createZip({
      'a.xml': reaxmlFile(reaxmlListing({ modTime, status, more: `<images>${images}</images>` })),
      ...Object.fromEntries(photos),
    })
  }

  /** The photos of buyers, by their names. */
  const shownTo = async (agent: Agent) =>
    (await photosOf(agent))
      .filter(({ archivedAt }) => !archivedAt)
      .map(({ name }) => name)
      .sort()

  /** As the portal does it. */
  async function replacePhoto(agent: Agent, { id, listingId }: typeof file.$inferSelect) {
    const bytes = await smallPhoto(3)
    const { uploadId } = await beginUpload(opened.services, agent, {
      ...{ name: 'own.jpg', contentType: '', contentLength: String(bytes.length), note: '' },
      ...{ listingId: listingId ?? undefined, replaces: id },
    })
    const { path, contentType } = await requireUpload(opened.database.db, agent, uploadId)
    await opened.services.storage.write(path, bytes, contentType)
    return finishUpload(opened.services, agent, uploadId)
  }

  /** Shows what an upload in the portal would do. */
  async function previewUpload(agent: Agent, zip: Buffer) {
    const { services, database, settle } = opened
    const path = `feeds/ef/ef${'0'.repeat(30)}`
    await services.storage.write(path, zip, 'application/zip')
    const { id } = await startFeedRun(services, agent, { path, name: 'crm.zip', size: zip.length, sha256: '' })
    await settle()
    return (await readFeedRun(database.db, agent, id)).report?.listings
  }

  test('that the CRM no longer sends are archived, except those that were changed here, and once', async () => {
    const { agent, run } = await opened.openAgency()
    await run(await zipWith(1, ['m', 'attic', 'bath', 'cellar', 'deck']))
    const { db } = opened.database
    const byName = new Map((await photosOf(agent)).map((one) => [one.name, one]))
    const photo = (name: string) => {
      const found = byName.get(name)
      if (!found) throw new Error(`There is no photo ${name}.`)
      return found
    }
    await updateFile(db, agent, { id: photo('bath.jpg').id, name: 'Bathroom' })
    await replacePhoto(agent, photo('cellar.jpg'))
    await archiveFiles(db, agent, [photo('deck.jpg').id])
    await opened.settle()

    const fewer = await zipWith(2, ['m'])
    const told = { action: 'changed', changes: [], gonePhotos: ['attic.jpg'], keptPhotos: ['Bathroom', 'cellar.jpg'] }
    const before = await opened.readRows(agent)
    expect(await previewUpload(agent, fewer)).toMatchObject([told])
    expect(await opened.readRows(agent)).toEqual(before)
    expect(await run(fewer)).toMatchObject({ counts: { changed: 1, same: 0 }, listings: [told] })
    expect(await shownTo(agent)).toEqual(['Bathroom', 'cellar.jpg', 'm.jpg'])

    const after = await opened.readRows(agent)
    expect(await run(fewer)).toMatchObject({ counts: { changed: 0, same: 1 }, listings: [{ gonePhotos: [] }] })
    expect(await opened.readRows(agent)).toEqual(after)
  })

  test('that come back are new photos, and the cover is always one that is shown', async () => {
    const { agent, run } = await opened.openAgency()
    const coverName = async () => {
      const [cover] = await opened.database.db
        .select({ name: file.name })
        .from(listing)
        .innerJoin(file, eq(file.id, listing.coverFileId))
        .where(eq(listing.agencyId, agent.agencyId))
      return cover?.name
    }
    await run(await zipWith(1, ['m', 'attic']))
    expect(await coverName()).toBe('m.jpg')
    await run(await zipWith(2, ['attic']))
    expect([await shownTo(agent), await coverName()]).toEqual([['attic.jpg'], 'attic.jpg'])
    await run(await zipWith(3, ['m', 'attic']))
    expect(await shownTo(agent)).toEqual(['attic.jpg', 'm.jpg'])
    await run(await zipWith(4, []))
    expect(await shownTo(agent)).toEqual([])
  })

  test('stay when a file doesn’t mention them, and when the property is no longer for sale', async () => {
    const { agent, run } = await opened.openAgency()
    await run(await zipWith(1, ['m', 'attic']))
    await run(reaxmlFile(reaxmlListing({ modTime: '2026-11-02-09:00:00' })))
    await run(await zipWith(3, [], { status: 'sold' }))
    await run(await zipWith(4, [], { status: 'sold' }))
    expect(await shownTo(agent)).toEqual(['attic.jpg', 'm.jpg'])
  })

  test('that were replaced here stay when the CRM sends a newer one', async () => {
    const { agent, run } = await opened.openAgency()
    await run(await zipWith(1, ['m']))
    const [first] = await photosOf(agent)
    if (!first) throw new Error('There is no photo.')
    const { version } = await replacePhoto(agent, first)
    await opened.settle()
    const report = await run(await zipWith(2, ['m'], { changed: '2026-11-02-08:00:00' }))
    expect(report.listings).toMatchObject([{ photos: 0, keptPhotos: ['m.jpg'] }])
    expect(await photosOf(agent)).toMatchObject([{ version, originalName: 'own.jpg' }])
  })

  test('that are newer, and then no longer sent, are archived too', async () => {
    const { agent, run } = await opened.openAgency()
    await run(await zipWith(1, ['m', 'attic']))
    await run(await zipWith(2, ['m', 'attic'], { changed: '2026-11-02-08:00:00' }))
    await run(await zipWith(3, ['m'], { changed: '2026-11-02-08:00:00' }))
    expect(await shownTo(agent)).toEqual(['m.jpg'])
  })

  test('that the CRM removed meanwhile are not fetched', async () => {
    const { agent, run, findOne } = await opened.openAgency()
    await run(await zipWith(1, ['attic']))
    await fetchOne(agent, (await findOne()).id, '/removed.jpg')
    expect(timesAsked('/removed.jpg')).toBe(0)
    expect(await shownTo(agent)).toEqual(['attic.jpg'])
  })

  test('of a server that is down are tried again, and reported once if it stays down', async () => {
    const { agent, run } = await opened.openAgency()
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
    const { run } = await opened.openAgency()
    const before = timesAsked('/gone.jpg')
    await run(reaxmlFile(reaxmlListing({ more: `<images><img id="m" url="${photoOrigin}/gone.jpg"/></images>` })))
    expect(timesAsked('/gone.jpg')).toBe(before + 1)
  })

  test('threat 179: are never fetched from an address inside our network', async () => {
    const { agent, run } = await opened.openAgency()
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
