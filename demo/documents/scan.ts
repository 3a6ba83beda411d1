import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { type Paper, PRINTED } from './paper.ts'

const A4 = { width: 595.28, height: 841.89 }
const DOTS = { width: 1190, height: 1684 }

/** Every sheet becomes a grey, slightly turned picture with the grain of an old scanner; there are no letters left in it. */
export async function scan(page: Page, { title }: Paper, path: string) {
  await page.setViewportSize({ width: 794, height: 1123 })
  const document = new PDFDocument({
    autoFirstPage: false,
    info: { Title: title, CreationDate: new Date(`${PRINTED}Z`) },
    lang: 'en-NZ',
    displayTitle: true,
  })
  const written = pipeline(document, createWriteStream(path))
  for (const [index, sheet] of (await page.locator('.sheet').all()).entries()) {
    document.addPage({ size: 'A4', margin: 0 })
    document.image(await age(await sheet.screenshot(), index), 0, 0, A4)
  }
  document.end()
  await written
}

async function age(picture: Buffer, index: number) {
  const askew = await sharp(picture)
    .resize(DOTS.width, DOTS.height, { fit: 'fill' })
    .rotate(index % 2 ? -0.5 : 0.7, { background: '#dcd8cc' })
    .resize(DOTS.width, DOTS.height, { fit: 'cover' })
    .blur(0.6)
    .toBuffer()
  return sharp(askew)
    .composite([{ input: grain(DOTS.width, DOTS.height), raw: { ...DOTS, channels: 4 } }])
    .greyscale()
    .linear(1.08, -8)
    .jpeg({ quality: 52 })
    .toBuffer()
}

/** The same on every day: specks, and a lighter and darker paper. */
function grain(width: number, height: number) {
  const dots = Buffer.alloc(width * height * 4)
  let state = 1968
  for (let dot = 0; dot < width * height; dot += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const noise = state >>> 24
    dots[dot * 4 + 3] = state % 90_001 < 5 ? 150 : noise > 200 ? 14 : 0
  }
  return dots
}
