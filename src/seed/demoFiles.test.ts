import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findIssueDate } from '#features/files/naming/findIssueDate.ts'
import { guessDocumentType } from '#features/files/naming/guessDocumentType.ts'
import { tidyName } from '#features/files/naming/tidyName.ts'
import { openMediaFolder, useMediaWorker } from '../../test/support/services/mediaWorker.ts'
import { demoChannels } from './demoChannels.ts'
import { DEMO_FOLDER, type DemoFile, demoFiles, demoVersions, readManifest } from './demoFiles.server.ts'
import { demoLeads } from './demoLeads.ts'
import { demoListings } from './demoListings.ts'
import { demoChanges } from './demoRecord.server.ts'
import { DEMO_SEED } from './seedDemo.server.ts'
import { createRandom } from './seededRandom.ts'

/** `npm run demo:prepare` prepares changed photos and documents again. */
const manifest = await readManifest(DEMO_FOLDER)
const files = Object.values(manifest).flat()
const photos = Object.values(manifest).flatMap((own) => own.filter(({ type }) => type === 'image').slice(0, 1))
const documents = files.filter(({ type }) => type === 'file')
const media = useMediaWorker()

const inFolder = (name: string) => join(DEMO_FOLDER, name)
async function found(pattern: string) {
  const names: string[] = []
  for await (const name of glob(pattern, { cwd: DEMO_FOLDER })) names.push(name)
  return names.sort()
}
const sizeOf = async (path: string) => {
  const { width, height } = await sharp(path).metadata()
  return { width, height }
}

test('the manifest matches the photos and documents of every listing', async () => {
  expect(Object.keys(manifest).sort()).toEqual(
    demoListings(new Date(), 'user_1')
      .map(({ row }) => row.slug)
      .sort(),
  )
  expect(files.map(({ source }) => source).sort()).toEqual(await found('{photos/*/*.webp,documents/*/*.pdf}'))
  for (const { source, sha256, size } of files) {
    const bytes = await readFile(inFolder(source))
    expect({ source, size, sha256 }).toEqual({
      source,
      size: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  }
})

test('buyers had asked before the document was replaced, whatever the day and hour at which the demo is made', () => {
  const told = Array.from({ length: 7 * 24 }, (_, hour) => {
    const now = new Date(Date.UTC(2026, 10, 16, hour))
    const listings = demoListings(now, 'user_1')
    const demo = demoFiles(manifest, listings)
    const leads = demoLeads(createRandom(DEMO_SEED), now, listings, demoChannels(listings))
    return demoChanges({ files: demo, versions: demoVersions(demo, []), leads }).recipients.length
  })
  expect(Math.min(...told)).toBeGreaterThan(2)
})

test('the earlier version of a document is described as it is', async () => {
  const listings = demoListings(new Date(), 'user_1')
  const versions = demoVersions(demoFiles(manifest, listings), [])
  const [earlier, ...others] = versions.filter(({ row }) => row.replacedAt !== null)
  expect(others).toEqual([])
  const { folder } = await openMediaFolder()
  const path = inFolder(earlier?.source ?? '')
  const bytes = await readFile(path)
  const { pages } = await media.processPdf(path, folder)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(earlier?.row).toMatchObject({ version: 1, size: bytes.byteLength, pageCount: pages, sha256 })
})

test('it names exactly the generated images', async () => {
  const named = files.flatMap(({ variants }) => Object.values(variants))
  expect([...new Set(named)].sort()).toEqual(await found('derived/*/*.webp'))
})

test.each(documents)(
  '$source is prepared as a new upload would be',
  async ({ source, originalName, ...said }: DemoFile) => {
    const { folder } = await openMediaFolder()
    const { pages, text, nextText, thumbnail } = await media.processPdf(inFolder(source), folder)
    const kind = guessDocumentType(originalName, text)
    const { width, height } = thumbnail ?? {}
    const issuedOn = findIssueDate(`${text}\n${nextText}`, new Date().toISOString().slice(0, 10)) ?? null
    expect(said).toMatchObject({ pageCount: pages, kind, name: tidyName(originalName, kind), width, height, issuedOn })
    expect(await sizeOf(inFolder(said.variants.w480 ?? ''))).toEqual({ width, height })
  },
)

test.each(photos)(
  '$source has the widths that a new upload of it would have',
  async ({ source, variants, ...said }) => {
    const { folder } = await openMediaFolder()
    const made = await media.processImage(inFolder(source), folder)
    expect(said).toMatchObject({
      width: made.width,
      height: made.height,
      placeholder: expect.stringMatching(/^data:image/),
    })
    for (const [index, ending] of ['w480', 'w960', 'w1920'].entries()) {
      const { width, height } = made.variants[index] ?? made.variants.at(-1) ?? {}
      expect(await sizeOf(inFolder(variants[ending] ?? ''))).toEqual({ width, height })
    }
  },
)
