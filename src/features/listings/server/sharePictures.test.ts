import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharePicture } from '#db/schema/listings.ts'
import { createSignedInAgent } from '../../../../test/fixtures/agents.ts'
import { phonePhoto } from '../../../../test/fixtures/content/photos.ts'
import { createListingThroughApp, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { appStorage } from '../../../../test/support/processes/appData.ts'
import { useDeployedApp } from '../../../../test/support/processes/deployedApp.ts'
import { childProcesses } from '../../../../test/support/processes/processStats.ts'
import { emptyDescription } from '../description/description.schema.ts'

const parts = useDeployedApp()

const storedOf = async (listingId: string) =>
  (await parts.database.db.select().from(sharePicture).where(eq(sharePicture.listingId, listingId)))[0]

/** Its stored picture, once it differs from the one before. */
async function nextPicture(listingId: string, before?: string | null) {
  await eventually(async () => {
    const path = (await storedOf(listingId))?.path
    return path !== undefined && path !== before
  })
  return (await storedOf(listingId))?.path ?? ''
}

const DECODERS = /libvips|sharp-linux|libheif/
const hasDecoder = (pid: number) => DECODERS.test(readFileSync(`/proc/${pid}/maps`, 'utf8'))

test.skipIf(process.platform !== 'linux')(
  'threat 77: uploads, portraits, posters and share pictures load no decoder in the web process',
  async () => {
    const { cookie, post } = await createSignedInAgent(parts)
    const { id } = await createListingThroughApp(parts.url, cookie, { photos: 1, documents: ['Rates.pdf'] })
    await nextPicture(id)
    expect((await post('savePhoto', { photo: (await phonePhoto()).toString('base64') })).status).toBe(200)
    for (const kind of ['poster.pdf', 'qr.png'])
      expect((await fetch(`${parts.url}/portal/listings/${id}/share/${kind}`, { headers: { cookie } })).status).toBe(
        200,
      )
    const { pid = 0 } = parts.app.process
    expect(hasDecoder(pid)).toBe(false)
    expect(childProcesses(pid).filter(hasDecoder).length).toBeGreaterThan(0)
  },
)

test('threat 78: the picture of a listing is drawn when the listing changes, and served as it is stored', async () => {
  const { cookie, post } = await createSignedInAgent(parts)
  const { id, slug } = await createListingThroughApp(parts.url, cookie, { photos: 1 })
  const first = await nextPicture(id)
  // A connection runs one query at a time. The driver says so once and will refuse it in its next version.
  expect(parts.app.output()).not.toContain('already executing a query')
  const answer = await fetch(`${parts.url}/listings/${slug}/preview.jpg`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(answer.headers.get('cache-control')).toBe('public, no-cache')
  const disk = appStorage(parts.app.dataDir)
  expect((await disk.stat(first))?.size).toBe(bytes.length)

  const change = { id, slug, version: 1, title: '12 Rata Street, sold', subtitle: '', description: emptyDescription }
  expect((await post('updateListing', change)).status).toBe(200)
  const second = await nextPicture(id, first)
  await eventually(async () => (await disk.stat(first)) === undefined)
  expect(await disk.stat(second)).toBeDefined()
  const { result } = await post('chooseCover', { listingId: id, fileId: null })
  expect(result).toBeUndefined()
})

test('threat 78: an unchanged picture is not drawn again', async () => {
  const { cookie, post } = await createSignedInAgent(parts)
  const { id } = await createListingThroughApp(parts.url, cookie)
  const path = await nextPicture(id)
  for (let times = 0; times < 3; times++) expect((await post('publishListing', { id })).status).toBe(200)
  const { sql } = parts.database
  await eventually(async () => {
    const jobs =
      await sql`select state from pgboss.job where name = 'draw_listing_picture' and data ->> 'listingId' = ${id}`
    return jobs.length >= 4 && jobs.every(({ state }) => state === 'completed')
  })
  expect((await storedOf(id))?.path).toBe(path)
})

test('threat 78: without a picture yet, a listing shows its cover photo, and without a cover our default picture', async () => {
  // Published without the server function, so no picture was requested.
  const { id } = await createPublishedListing(parts.db)
  const plain = await fetch(`${parts.url}/listings/${id}/preview.jpg`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([302, '/social/listing.jpg'])
  expect((await fetch(`${parts.url}/social/listing.jpg`)).status).toBe(200)

  const { cookie } = await createSignedInAgent(parts)
  const covered = await createListingThroughApp(parts.url, cookie, { photos: 1 })
  await nextPicture(covered.id)
  await parts.db.delete(sharePicture).where(eq(sharePicture.listingId, covered.id))
  const photo = await fetch(`${parts.url}/listings/${covered.id}/preview.jpg`)
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(photo.headers.get('cache-control')).toBe('public, no-cache')
})
