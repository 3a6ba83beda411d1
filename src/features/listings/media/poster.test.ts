import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawLogo } from '../../../../test/fixtures/content/logos.ts'
import { readPdf } from '../../../../test/support/content/readPdf.ts'
import { readQr } from '../../../../test/support/content/readQr.ts'
import { drawPosterPdf, type Poster } from './poster.media.ts'

const facts = {
  title: '14 Kōwhai Hollow Rise, Ōtāhuhu',
  subtitle: '4 bed · 2 bath · 712 m²',
  url: 'https://files.example.nz/listings/14-kowhai-hollow-rise',
  agentName: 'Anahera Ngāti',
  agencyName: 'Tāmaki & Daughters',
  licenceLine: 'Licensed under the REAA 2008',
  phone: '021 555 0199',
}

const ORANGE = '#e8590c'
const photo = () =>
  sharp({ create: { width: 300, height: 900, channels: 3, background: ORANGE } })
    .webp()
    .toBuffer()

/** The one page of a poster, with all its words on one line. */
async function read(poster: Partial<Poster>) {
  const pages = await readPdf(await drawPosterPdf({ ...facts, ...poster }))
  expect(pages).toHaveLength(1)
  return pages.map(({ text, ...page }) => ({ ...page, text: text.replace(/\s+/g, ' ') }))[0] as (typeof pages)[number]
}

/** Parts of the picture that are not white, within a box in points. */
async function inkIn(picture: Buffer, box: { left: number; top: number; width: number; height: number }) {
  const region = { left: box.left * 2, top: box.top * 2, width: box.width * 2, height: box.height * 2 }
  const grey = await sharp(picture).extract(region).flatten({ background: '#fff' }).greyscale().raw().toBuffer()
  return grey.filter((value) => value < 200).length
}

/** At the left of the last line. */
const logoPlace = { left: 42, top: 768, width: 126, height: 32 }

function countColour({ data, info }: { data: Buffer; info: { channels: number } }, rgb: number[]) {
  let count = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (rgb.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 3)) count += 1
  return count
}

describe('a poster', () => {
  test('is one A4 page with everything a passer-by needs', async () => {
    const { width, height, text } = await read({ photo: await photo() })
    expect([width, height].map(Math.round)).toEqual([595, 842])
    for (const words of [
      facts.title,
      facts.subtitle,
      facts.agentName,
      facts.agencyName,
      facts.licenceLine,
      facts.phone,
      'Scan for photos and property documents',
      'files.example.nz/listings/ 14-kowhai-hollow-rise',
      'Property Files',
    ])
      expect(text).toContain(words)
  })

  test('of an agency shows its logo, colour and legal line, and our name small', async () => {
    const brand = { name: 'Tāmaki', legalLine: 'Tāmaki Ltd, licensed REAA 2008', colour: '#7b2d68' }
    const poster = { photo: await photo(), brand: { ...brand, logo: await drawLogo({ colour: '#7b2d68' }) } }
    const { text, picture } = await read(poster)
    for (const words of ['Tāmaki Ltd, licensed REAA 2008', facts.agentName, 'Property Files'])
      expect(text).toContain(words)
    expect(await readQr(picture)).toBe(facts.url)
    expect(await inkIn(picture, logoPlace)).toBeGreaterThan(1_000)
    const colours = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
    expect(countColour(colours, [0x7b, 0x2d, 0x68])).toBeGreaterThan(10_000)
    expect(countColour(colours, [0x08, 0x7f, 0x5b])).toBe(0)
  })

  test.each([
    ['with a photo', true],
    ['without one', false],
  ])('leads to the listing %s', async (_how, hasPhoto) => {
    const { picture } = await read(hasPhoto ? { photo: await photo() } : {})
    expect(await readQr(picture)).toBe(facts.url)
  })

  test('shows the photo, cropped to its frame', async () => {
    const { picture } = await read({ photo: await photo() })
    const [red = 0, green = 0, blue = 0] = await sharp(picture)
      .extract({ left: 590, top: 300, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(Math.abs(red - 0xe8) + Math.abs(green - 0x59) + Math.abs(blue - 0x0c)).toBeLessThan(12)
  })

  test('is not made with an unreadable photo', async () => {
    await expect(drawPosterPdf({ ...facts, photo: Buffer.from('<svg') })).rejects.toThrow()
  })

  test('leaves out missing details', async () => {
    const { text } = await read({ subtitle: '', agentName: '', agencyName: '', licenceLine: '', phone: '' })
    expect(text.trim()).toBe(
      `Property Files Scan for photos and property documents files.example.nz/listings/14-kowhai-hollow-rise ${facts.title}`,
    )
  })

  test('prints a long title in full, in smaller type', async () => {
    const title =
      'Architect-designed family sanctuary with uninterrupted harbour views and a self-contained guest wing at 231 Old Windmill Ford Road, Havelock North'
    expect((await read({ title })).text).toContain(title)
    expect((await read({ title, photo: await photo() })).text).toContain(title)
  })

  test('cuts text that does not fit, and keeps the link to the listing', async () => {
    const endless = { title: 'Sunny '.repeat(500), subtitle: 'x'.repeat(2_000), agentName: 'Mia '.repeat(300) }
    const { text, picture } = await read(endless)
    expect(text).toContain('Sunny…')
    expect(await readQr(picture)).toBe(facts.url)
  })

  const agentPlace = { left: 42, top: 710, width: 250, height: 50 }

  test.each(['王伟明', 'はるか', '김민준', '陳大文'])(
    'prints the name %s, whose script Inter lacks',
    async (agentName) => {
      const nobody = await read({ agentName: '', agencyName: '', licenceLine: '' })
      const somebody = await read({ agentName, agencyName: '', licenceLine: '' })
      expect(await inkIn(nobody.picture, agentPlace)).toBe(0)
      expect(await inkIn(somebody.picture, agentPlace)).toBeGreaterThan(500)
    },
  )

  test('leaves out characters that no font has', async () => {
    const { picture, text } = await read({ agentName: '\u{f0000}\u{1f3e1}\u0007', agencyName: '', licenceLine: '' })
    expect(await inkIn(picture, agentPlace)).toBe(0)
    expect(text).toContain(facts.title)
  })

  test('prints composed and decomposed characters alike', async () => {
    const { text } = await read({ title: 'O\u0304ta\u0304huhu\n' })
    expect(text).toContain('Ōtāhuhu')
  })
})
