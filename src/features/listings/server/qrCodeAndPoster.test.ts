import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { channel, listing } from '#db/schema/listings.ts'
import { newStorageKey, variantKey } from '#platform/storage/storageKeys.server.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createChannel } from '../../../../test/fixtures/channels.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createListing } from '../../../../test/fixtures/listings.ts'
import { readPdf } from '../../../../test/support/content/readPdf.ts'
import { readQr } from '../../../../test/support/content/readQr.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { shareFileNames } from '../listingUrls.ts'
import { createShareFile } from './qrCodeAndPoster.server.ts'

async function oneListing() {
  const { services, close } = await openServices()
  onTestFinished(close)
  const { db } = services.database
  const mia = { firstName: 'Mia', profile: { licenceLine: 'Licensed under the REAA 2008' } }
  const [agent, otherAgent] = [await createAgent(db, mia), await createAgent(db)]
  return { services, db, agent, otherAgent, id: (await createListing(db, { agent, slug: 'rata' })).id }
}

test('the QR codes of a listing have the short link of window cards, and that of a channel when asked for it', async () => {
  const { services, db, agent, id } = await oneListing()
  const flyer = await createChannel(db, { listingId: id })
  const other = await createChannel(db, { listingId: (await createListing(db, { agent })).id })
  for (const kind of ['qr.png', 'qr.svg'] as const) {
    const { name, bytes } = await createShareFile(services, agent, id, kind)
    expect(name).toBe(`rata-${kind}`)
    const [window] = await db.select().from(channel).where(eq(channel.kind, 'window'))
    expect(await readQr(Buffer.from(bytes))).toBe(`https://files.example.nz/l/${window?.code}`)
    const { bytes: forFlyer } = await createShareFile(services, agent, id, kind, flyer.id)
    expect(await readQr(Buffer.from(forFlyer))).toBe(`https://files.example.nz/l/${flyer.code}`)
    await expect(createShareFile(services, agent, id, kind, other.id)).rejects.toMatchObject({ status: 404 })
  }
})

test('its poster is a PDF with the short link of posters, the agent’s licence line and the cover photo', async () => {
  const { services, db, agent, id } = await oneListing()
  const plain = await createShareFile(services, agent, id, 'poster.pdf')
  expect(plain.name).toBe('rata-poster.pdf')
  expect(Buffer.from(plain.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  const [page] = await readPdf(Buffer.from(plain.bytes))
  expect(page?.text).toContain('Licensed under the REAA 2008')
  const [posters] = await db.select().from(channel).where(eq(channel.kind, 'poster'))
  expect(page?.text).toContain(`files.example.nz/l/${posters?.code}`)

  const path = newStorageKey('photos')
  const photo = await sharp({ create: { width: 960, height: 640, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  await services.storage.write(variantKey(path, 'w960'), photo, 'image/webp')
  const cover = await createFile(db, { agent, path, name: 'front.jpg', listingId: id, type: 'image' })
  await db.update(listing).set({ coverFileId: cover.id })
  const withPhoto = await createShareFile(services, agent, id, 'poster.pdf')
  expect(Buffer.from(withPhoto.bytes).toString('latin1')).toContain('/Subtype /Image')
  expect(Buffer.from(plain.bytes).toString('latin1')).not.toContain('/Subtype /Image')
})

test('threat 16: another agent’s listing responds 404 for every share file', async () => {
  const { services, otherAgent, id } = await oneListing()
  for (const kind of shareFileNames)
    await expect(createShareFile(services, otherAgent, id, kind)).rejects.toMatchObject({ status: 404 })
})
