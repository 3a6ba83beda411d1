import sharp from 'sharp'
import { emptyDescription } from '../../src/features/listings/description/description.schema.ts'
import { call } from './call.ts'
import { eventually } from './eventually.ts'
import { textPdf } from './pdf.ts'

interface Wanted {
  title?: string
  subtitle?: string
  description?: unknown
  photos?: number
  documents?: string[]
  isPublished?: boolean
}

/** A listing with photos and documents in a running application, made as its agent makes it. */
export async function makePublishedListing(url: string, cookie: string, wanted: Wanted = {}) {
  const {
    title = '12 Rata Street, Karori',
    subtitle = '3 bed · 1 bath · 640 m²',
    description = emptyDescription,
    photos = 0,
    documents = [],
    isPublished = true,
  } = wanted
  const post = (name: string, data: unknown) => ask(url, name, data, cookie)
  const { id, slug } = (await post('createListing', { title, subtitle, description })) as { id: string; slug: string }
  const files = [
    ...(await Promise.all(Array.from({ length: photos }, async (_, n) => [`photo ${n + 1}.jpg`, await housePhoto(n)]))),
    ...documents.map((name) => [name, textPdf([name, title], 3)]),
  ] as [string, Buffer][]
  for (const [name, bytes] of files) await upload(url, cookie, id, name, bytes)
  await eventually(async () => {
    const { result } = await call(url, 'fetchListingFiles', { data: { listingId: id }, headers: { cookie } })
    return (result as { state: string }[]).filter(({ state }) => state === 'ready').length === files.length
  }, 60_000)
  if (isPublished) await post('publishListing', { id })
  return { id, slug, title, subtitle }
}

async function ask(url: string, name: string, data: unknown, cookie: string) {
  const { status, result, text } = await call(url, name, { method: 'POST', data, headers: { cookie } })
  if (status !== 200) throw new Error(`${name} was answered with ${status}: ${text}`)
  return result
}

interface Begun {
  uploadId: string
  parts: { url: string; headers: Record<string, string>; offset: number; length: number }[]
}

async function upload(url: string, cookie: string, listingId: string, name: string, bytes: Buffer) {
  const request = { name, contentType: '', contentLength: String(bytes.length), listingId }
  const { uploadId, parts } = (await ask(url, 'getUploadUrl', request, cookie)) as Begun
  for (const part of parts) {
    const body = new Uint8Array(bytes.subarray(part.offset, part.offset + part.length))
    await fetch(new URL(part.url, url), { method: 'PUT', headers: part.headers, body })
  }
  await ask(url, 'finishUpload', { uploadId }, cookie)
}

const SKIES = ['#9cc7e8', '#f2c9a1', '#b7d3c6', '#c9bfe3', '#e8d6a0', '#a9c4d8']
const WALLS = ['#f6efe2', '#e9ded0', '#dfe6e3', '#f3e3d3']

/** A house of its own, with the grain that real photos have: without it they would weigh nothing. */
export async function housePhoto(number: number, width = 1920, height = 1280) {
  const hill = 0.55 + (number % 3) * 0.05
  const drawing = Buffer.from(`<svg width="${width}" height="${height}" viewBox="0 0 3 2" preserveAspectRatio="none">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${SKIES[number % SKIES.length]}"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>
    <path fill="url(#sky)" d="M0 0h3v2H0z"/><path fill="#7fa98d" d="M0 ${hill * 2}Q1 ${hill * 1.4} 3 ${hill * 2}V2H0z"/>
    <path fill="#5f8f5a" d="M0 1.5h3V2H0z"/><path fill="${WALLS[number % WALLS.length]}" d="M.8.95h1.4v.65H.8z"/>
    <path fill="#44525b" d="M.65.97 1.5.45l.85.52z"/><path fill="#0f6e57" d="M1.38 1.2h.24v.4h-.24z"/>
    <path fill="#a7cbe0" d="M.95 1.1h.26v.2H.95zM1.8 1.1h.26v.2H1.8z"/></svg>`)
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 22 } },
  })
    .blur(0.8)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(drawing)
    .composite([{ input: grain, blend: 'soft-light' }])
    .flatten({ background: '#fff' })
    .jpeg({ quality: 88 })
    .toBuffer()
}
