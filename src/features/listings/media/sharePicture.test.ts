import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawLogo } from '../../../../test/fixtures/content/logos.ts'
import { drawSharePictureJpeg } from './sharePicture.media.ts'

const words = { title: '14 Kōwhai Hollow Rise, Ōtāhuhu', subtitle: '4 bed · 2 bath' }
const photo = () =>
  sharp({ create: { width: 300, height: 900, channels: 3, background: '#e8590c' } })
    .webp()
    .toBuffer()

const colourAt = async (picture: Buffer, left: number, top: number) => [
  ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
]

/** Nearly white dots, which only words and our sign have. */
async function whiteIn(picture: Buffer, top: number, height: number) {
  const grey = await sharp(picture).extract({ left: 0, top, width: 1200, height }).greyscale().raw().toBuffer()
  return grey.filter((value) => value > 225).length
}

describe('the picture beside a shared link', () => {
  test('has the size that social networks expect, and shows the listing', async () => {
    const picture = await drawSharePictureJpeg({ ...words, photo: await photo() })
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
    const [red = 0, , blue = 0] = await colourAt(picture, 1150, 250)
    expect(red - blue).toBeGreaterThan(150)
  })

  test('has the title, even without a photo and in scripts that Inter lacks', async () => {
    const none = await whiteIn(await drawSharePictureJpeg({ title: '', subtitle: '' }), 300, 330)
    expect(none).toBe(0)
    for (const title of [words.title, '王伟明', 'Sunny '.repeat(60)])
      expect(await whiteIn(await drawSharePictureJpeg({ title, subtitle: '' }), 300, 330)).toBeGreaterThan(1_000)
  })

  test('shows the logo of an agency on white in its corner, and its colour where there is no photo', async () => {
    const brand = { name: 'Harbour', legalLine: '', colour: '#7b2d68', logo: await drawLogo() }
    const picture = await drawSharePictureJpeg({ ...words, brand })
    expect((await colourAt(picture, 600, 250)).map((value) => Math.round(value / 8))).toEqual([15, 6, 13])
    expect(Math.min(...(await colourAt(picture, 52, 60)))).toBeGreaterThan(245)
    const [red = 255, , blue = 0] = await colourAt(picture, 90, 110)
    expect(blue - red).toBeGreaterThan(50)
  })

  test('has the name of an agency without a logo in place of ours', async () => {
    const brand = { name: 'Harbour & Hill Real Estate', legalLine: '', colour: null }
    const [own, theirs] = [
      await drawSharePictureJpeg({ title: '', subtitle: '' }),
      await drawSharePictureJpeg({ title: '', subtitle: '', brand }),
    ]
    expect(await whiteIn(theirs, 60, 60)).not.toBe(await whiteIn(own, 60, 60))
    expect(await whiteIn(theirs, 60, 60)).toBeGreaterThan(1_000)
  })

  test('threat 26: draws markup as text', async () => {
    const hostile = '</svg><image href="file:///etc/passwd"/><text>x</text>'
    const picture = await drawSharePictureJpeg({ title: hostile, subtitle: hostile })
    expect(await whiteIn(picture, 300, 330)).toBeGreaterThan(1_000)
  })
})
