import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { findIssueDate } from '../src/features/files/naming/findIssueDate.ts'
import { guessDocumentType } from '../src/features/files/naming/guessDocumentType.ts'
import { tidyName } from '../src/features/files/naming/tidyName.ts'
import { sortDocuments } from '../src/features/listings/documentTypes.ts'
import { photoWidths } from '../src/features/listings/photoUrls.ts'
import { preparePdfFiles } from '../src/platform/media/pdf.media.ts'
import { preparePhotoFiles } from '../src/platform/media/photo.media.ts'
import { type DemoFile, MANIFEST, type Manifest } from '../src/seed/demoFiles.server.ts'
import { todayIn } from '../src/ui/format/dates.ts'
import { DEFAULT_TIME_ZONE } from '../src/values/time.ts'

/** Does once, with the application's own code, what would be done after an upload of every photo and document. */
const FOLDER = import.meta.dirname
const DERIVED = join(FOLDER, 'derived')

await rm(DERIVED, { recursive: true, force: true })
const manifest: Manifest = {}
for (const slug of await slugs()) {
  await mkdir(join(DERIVED, slug), { recursive: true })
  const photos = await inTurn(await filesIn('photos', slug, '.webp'), (source) => preparePhoto(slug, source))
  const documents = await inTurn(await filesIn('documents', slug, '.pdf'), (source) => prepareDocument(slug, source))
  manifest[slug] = [...photos, ...sortDocuments(documents)]
  console.log(`${slug}: ${photos.length} photos, ${documents.length} documents`)
}
await writeFile(join(FOLDER, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)

async function slugs() {
  const entries = await readdir(join(FOLDER, 'documents'), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && /^\d/.test(entry.name)).map(({ name }) => name)
}

async function filesIn(sort: string, slug: string, ending: string) {
  const folder = join(FOLDER, sort, slug)
  if (!existsSync(folder)) return []
  const names = await readdir(folder)
  return names
    .filter((name) => extname(name) === ending)
    .toSorted()
    .map((name) => `${sort}/${slug}/${name}`)
}

/** One after the other: each of them is heavy. */
async function inTurn<From, To>(list: From[], act: (one: From) => Promise<To>) {
  const done: To[] = []
  for (const one of list) done.push(await act(one))
  return done
}

async function preparePhoto(slug: string, source: string): Promise<DemoFile> {
  const stem = basename(source, extname(source))
  const words = stem.replace(/^\d+-/, '').replaceAll('-', ' ')
  return withFolder(async (folder) => {
    const { width, height, placeholder, variants } = await preparePhotoFiles(join(FOLDER, source), folder)
    const made = await inTurn([...photoWidths.entries()], async ([index, wanted]) => {
      const variant = variants[index] ?? variants.at(-1)
      if (!variant) throw new Error(`Nothing was made from ${source}.`)
      const name = `derived/${slug}/${stem}-${variant.width}.webp`
      if (!existsSync(join(FOLDER, name))) await rename(join(folder, variant.file), join(FOLDER, name))
      return [`w${wanted}`, name] as const
    })
    const facts = await factsOf(source, 'image/webp')
    const name = words.charAt(0).toUpperCase() + words.slice(1)
    return {
      type: 'image',
      ...facts,
      name,
      kind: null,
      pageCount: null,
      width,
      height,
      placeholder,
      issuedOn: null,
      variants: Object.fromEntries(made),
    }
  })
}

async function prepareDocument(slug: string, source: string) {
  return withFolder(async (folder) => {
    const { pages, text, nextText, thumbnail } = await preparePdfFiles(join(FOLDER, source), folder)
    if (!thumbnail) throw new Error(`${source} has no first page.`)
    const facts = await factsOf(source, 'application/pdf')
    const kind = guessDocumentType(facts.originalName, text)
    const picture = `derived/${slug}/${basename(source, '.pdf')}.webp`
    await rename(join(folder, thumbnail.file), join(FOLDER, picture))
    return {
      type: 'file' as const,
      ...facts,
      name: tidyName(facts.originalName, kind),
      kind,
      pageCount: pages,
      width: thumbnail.width,
      height: thumbnail.height,
      placeholder: null,
      issuedOn: findIssueDate(`${text}\n${nextText}`, todayIn(DEFAULT_TIME_ZONE)) ?? null,
      variants: { w480: picture },
    }
  })
}

async function factsOf(source: string, contentType: string) {
  const bytes = await readFile(join(FOLDER, source))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { source, sha256, originalName: basename(source), contentType, size: bytes.byteLength }
}

/** Beside what it becomes, so that it can be moved there. */
async function withFolder<Result>(act: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(DERIVED, 'making-'))
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
