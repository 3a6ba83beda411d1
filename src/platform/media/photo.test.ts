import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { textPdf } from '../../../test/fixtures/content/pdf.ts'
import { phonePhoto, pngBomb } from '../../../test/fixtures/content/photos.ts'
import { openMediaFolder, useMediaWorker } from '../../../test/support/services/mediaWorker.ts'
import { projectRoot } from '../config/projectRoot.server.ts'

const media = useMediaWorker()

const HEIC = join(projectRoot, 'test/samples/phone.heic')
const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3a7f5c' } })

/** The colour of a dot. */
async function dot(path: string, left: number, top: number) {
  const { data } = await sharp(path)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

test('a photo gets three widths, its dimensions and a tiny blurred placeholder', async () => {
  const { folder, put } = await openMediaFolder()
  const path = await put('front.jpg', await flat(2400, 1600).jpeg().toBuffer())
  const photo = await media.processImage(path, folder)

  expect(photo).toMatchObject({ width: 2400, height: 1600 })
  expect(photo.variants.map(({ file, width, height }) => [file, width, height])).toEqual([
    ['photo-480.webp', 480, 320],
    ['photo-960.webp', 960, 640],
    ['photo-1920.webp', 1920, 1280],
  ])
  for (const { file, width, height, bytes } of photo.variants) {
    const written = await readFile(join(folder, file))
    expect(written.length).toBe(bytes)
    expect(await sharp(written).metadata()).toMatchObject({ format: 'webp', width, height })
  }
  expect(photo.placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(photo.placeholder.length).toBeLessThanOrEqual(1024)
})

test.each([
  [700, [480, 700]],
  [480, [480]],
  [3, [3]],
])('a photo of %i dots is never made larger', async (width, widths) => {
  const { folder, put } = await openMediaFolder()
  const { variants } = await media.processImage(await put('small.png', await flat(width, 20).png().toBuffer()), folder)
  expect(variants.map((variant) => variant.width)).toEqual(widths)
})

test('threat 36: all camera metadata is removed, and the photo is upright', async () => {
  const { folder, put } = await openMediaFolder()
  const original = await phonePhoto()
  expect(original.includes('Aroha Ngata')).toBe(true)
  const photo = await media.processImage(await put('front.jpg', original), folder)

  expect(photo).toMatchObject({ width: 800, height: 1200 })
  for (const { file } of photo.variants) {
    const written = await readFile(join(folder, file))
    const { exif, xmp, iptc, icc, orientation } = await sharp(written).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    for (const trace of ['Exif', 'GPS', 'Aroha Ngata']) expect(written.includes(trace)).toBe(false)
  }
})

test('threat 36: a HEIC photo loses its metadata too, and its wide-gamut colours become sRGB', async () => {
  const { folder } = await openMediaFolder()
  const path = join(folder, 'phone.heic')
  await copyFile(HEIC, path)
  expect((await readFile(path)).includes('Exif')).toBe(true)
  const photo = await media.processImage(path, folder)

  expect(photo).toMatchObject({ width: 96, height: 64, variants: [{ file: 'photo-96.webp', width: 96, height: 64 }] })
  const written = join(folder, 'photo-96.webp')
  const { exif, icc } = await sharp(written).metadata()
  expect({ exif, icc }).toEqual({})
  // Red is 234, 51, 35 in the file's own colour space.
  const [red = 0, green = 0, blue = 0] = await dot(written, 80, 50)
  expect(red).toBeGreaterThan(248)
  expect(Math.max(green, blue)).toBeLessThan(20)
})

test('an animated GIF becomes its first frame', async () => {
  const { folder, put } = await openMediaFolder()
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((background) => frame(background)))
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect(await sharp(gif).metadata()).toMatchObject({ pages: 2 })

  const photo = await media.processImage(await put('walk.gif', gif), folder)
  expect(photo).toMatchObject({ width: 20, height: 10 })
  const [red = 0, , blue = 0] = await dot(join(folder, 'photo-20.webp'), 10, 5)
  expect(red).toBeGreaterThan(blue)
})

const frame = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()

test('a very long image stays within WebP’s size limit', async () => {
  const { folder, put } = await openMediaFolder()
  const { variants } = await media.processImage(
    await put('strip.png', await flat(400, 20_000).png().toBuffer()),
    folder,
  )
  expect(variants.every(({ height }) => height <= 16_383)).toBe(true)
})

test('threat 35: an image of 900 million pixels in 100 kB is refused', async () => {
  const { folder, put } = await openMediaFolder()
  const path = await put('bomb.png', pngBomb(30_000))
  await expect(media.processImage(path, folder)).rejects.toMatchObject({
    name: 'MediaError',
    message: expect.stringContaining('more than 50 million pixels'),
    retryable: false,
  })
  expect(await readdir(folder)).toEqual(['bomb.png'])
})

test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  ['half a photo', async () => (await phonePhoto()).subarray(0, 2_000), /damaged or incomplete/],
  ['half a HEIC photo', async () => (await readFile(HEIC)).subarray(0, 900), /damaged or incomplete/],
  [
    'the beginning of a PNG',
    async () => (await flat(90, 90).png().toBuffer()).subarray(0, 60),
    /damaged or incomplete/,
  ],
  ['a document', () => textPdf(['Not a photo']), /not a photo/],
  ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /not a photo/],
])('%s is refused with a reason', async (_what, bytes, why) => {
  const { folder, put } = await openMediaFolder()
  const failure = media.processImage(await put('upload', await bytes()), folder)
  await expect(failure).rejects.toMatchObject({ message: expect.stringMatching(why), retryable: false })
})
