import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawLogo } from '../../../test/fixtures/content/logos.ts'
import { pngBomb } from '../../../test/fixtures/content/photos.ts'
import { makeLogo } from './logo.media.ts'

const fill = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })

describe('a logo', () => {
  test('is re-encoded as a small PNG, and keeps its transparency', async () => {
    const made = await makeLogo(await drawLogo({ width: 1_680, height: 400 }))
    const { data, info } = await sharp(made).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 504, height: 120 })
    expect(made.subarray(1, 4).toString()).toBe('PNG')
    // The corner is outside the drawing.
    expect(data[3]).toBe(0)
    expect(made.length).toBeLessThan(16_000)
  })

  test('that is noisy is made smaller, so that pages stay light', async () => {
    const noise = await sharp({
      create: {
        width: 1_200,
        height: 600,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const made = await makeLogo(noise)
    expect(made.length).toBeLessThan(16_000)
    expect((await sharp(made).metadata()).height).toBeLessThan(120)
  })

  test('of a photo loses its metadata', async () => {
    const photo = await fill(400, 200, '#1e4a86')
      .jpeg()
      .withExif({ IFD0: { Artist: 'Mia Chen' } })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    expect((await sharp(await makeLogo(photo)).metadata()).exif).toBeUndefined()
  })

  test.each([
    ['too wide', () => fill(900, 100, '#1e4a86').png().toBuffer(), 'too wide'],
    ['too tall', () => fill(100, 300, '#1e4a86').png().toBuffer(), 'too tall'],
    ['too small', () => fill(40, 20, '#1e4a86').png().toBuffer(), 'too small'],
    ['white', () => fill(300, 100, '#fff').png().toBuffer(), 'is white'],
    ['a GIF', () => fill(100, 100, '#1e4a86').gif().toBuffer(), 'PNG, JPEG or WebP'],
    ['half a picture', async () => (await drawLogo({ width: 600, height: 200 })).subarray(0, 900), 'PNG, JPEG or WebP'],
  ])('that is %s is refused with a reason', async (_what, make, reason) => {
    await expect(makeLogo(await make())).rejects.toMatchObject({ message: expect.stringContaining(reason) })
  })

  test.each([
    ['', '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>'],
    ['with a prologue', '<?xml version="1.0"?>\n<!-- logo -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['with a script', '<SVG onload="alert(1)"><script>alert(1)</script></SVG>'],
  ])('threat 151: an SVG %s is refused by its content, with the reason', async (_what, text) => {
    await expect(makeLogo(Buffer.from(text))).rejects.toMatchObject({ message: expect.stringContaining('SVG') })
  })

  test('threat 151: a picture that is a page or a program as well has nothing but pixels afterwards', async () => {
    const png = await drawLogo({ width: 300, height: 100 })
    const script = '<script>alert(1)</script><?php system("id") ?>'
    const made = await makeLogo(Buffer.concat([png, Buffer.from(script)]))
    expect(made.toString('latin1')).not.toMatch(/script|php/)
    const commented = await sharp(png)
      .withExif({ IFD0: { ImageDescription: script } })
      .jpeg()
      .toBuffer()
    expect(commented.toString('latin1')).toContain('<script>')
    expect((await makeLogo(commented)).toString('latin1')).not.toMatch(/script|php/)
  })

  test('threat 151: a logo of millions of pixels in a few bytes is refused without being decoded', async () => {
    await expect(makeLogo(pngBomb(30_000))).rejects.toMatchObject({
      message: expect.stringContaining('12 million pixels'),
    })
  })
})
