import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createAgent, createSignedInAgent } from '../../../../test/fixtures/agents.ts'
import { phonePhoto, pngBomb } from '../../../../test/fixtures/content/photos.ts'
import { useDeployedApp } from '../../../../test/support/processes/deployedApp.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { updatePhoto } from './settings.server.ts'

const parts = useDeployedApp()

test('threat 36: a photo is made small and square, without the location where it was taken', async () => {
  const { get, post } = await createSignedInAgent(parts)
  const photo = await phonePhoto()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  expect((await post('savePhoto', { photo: photo.toString('base64') })).status).toBe(200)

  const { photoUrl } = (await get('fetchSettings')).result as { photoUrl: string }
  const answer = await fetch(parts.url + photoUrl)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const { format, width, height, exif, orientation } = await sharp(await answer.arrayBuffer()).metadata()
  expect({ format, width, height, exif, orientation }).toEqual({ format: 'jpeg', width: 320, height: 320 })
})

test('a new photo has a new URL, and a removed one is deleted', async () => {
  const { get, post } = await createSignedInAgent(parts)
  const photo = (await phonePhoto()).toString('base64')
  const address = async () => ((await get('fetchSettings')).result as { photoUrl: string | null }).photoUrl
  await post('savePhoto', { photo })
  const first = await address()
  await post('savePhoto', { photo })
  const second = await address()
  expect(second).not.toBe(first)

  expect((await post('savePhoto', { photo: null })).status).toBe(200)
  expect(await address()).toBeNull()
  expect((await fetch(parts.url + second)).status).toBe(404)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['garbage', Buffer.from('this is no picture')],
  ['half a picture', (await phonePhoto()).subarray(0, 400)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  [
    'a drawing',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
  ],
])('%s is no photo', async (_what, bytes) => {
  const { get, post } = await createSignedInAgent(parts)
  const { status, error } = await post('savePhoto', { photo: bytes.toString('base64') })
  expect(status).toBe(422)
  expect(error).toMatchObject({ name: 'UnreadablePhoto' })
  expect((await get('fetchSettings')).result).toMatchObject({ photoUrl: null })
})

test('threat 35: an image of 900 million pixels in 100 kB is refused without being decoded', async () => {
  const { get, post } = await createSignedInAgent(parts)
  const photo = pngBomb(30_000).toString('base64')
  expect(photo.length).toBeLessThan(950_000)
  expect((await post('savePhoto', { photo })).status).toBe(422)
  expect((await get('fetchSettings')).status).toBe(200)
})

test('threat 77: an image of 50 million pixels in 1 kB is refused with a reason', async () => {
  const { get, post } = await createSignedInAgent(parts)
  const huge = { create: { width: 8_000, height: 6_200, channels: 3, background: '#c9a27e' } } as const
  const avif = await sharp(huge).avif({ effort: 0 }).toBuffer()
  expect(avif.length).toBeLessThan(2_000)
  const { status, error } = await post('savePhoto', { photo: avif.toString('base64') })
  expect([status, error]).toMatchObject([422, { message: expect.stringContaining('HEIC or AVIF') }])

  const png = await post('savePhoto', { photo: pngBomb(4_000).toString('base64') })
  expect([png.status, png.error]).toMatchObject([422, { message: expect.stringContaining('12 million pixels') }])
  expect((await get('fetchSettings')).result).toMatchObject({ photoUrl: null })
})

test('threat 77: one agent’s photos are processed one at a time, and do not hold up another agent’s', async () => {
  const { services, database, close } = await openServices()
  onTestFinished(close)
  const [agent, other] = [await createAgent(database.db), await createAgent(database.db)]
  const photo = (await phonePhoto()).toString('base64')
  const made = await Promise.allSettled([agent, agent, other].map((one) => updatePhoto(services, one, photo)))
  expect(made).toMatchObject([
    { status: 'fulfilled' },
    { reason: { status: 429, retryAfter: expect.any(Number) } },
    { status: 'fulfilled' },
  ])
  await expect(updatePhoto(services, agent, photo)).resolves.toBeDefined()
})

test('a file that is larger than the form ever sends is refused', async () => {
  const { post } = await createSignedInAgent(parts)
  expect((await post('savePhoto', { photo: 'A'.repeat(960_000) })).status).toBe(400)
  expect((await post('savePhoto', { photo: 'A'.repeat(2_000_000) })).status).toBe(413)
})
