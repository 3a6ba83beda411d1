import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { MediaError, unusableFile } from '#platform/media/mediaError.ts'
import { MAX_FEED_BYTES, MAX_FEED_PHOTO_BYTES } from './feedTasks.ts'

const MAX_ENTRIES = 20_000
/** Text compresses to a tenth or so, and an archive that was made to fill the disk to a thousandth. */
const MAX_RATIO = 200
const MAX_EXTRACTED_BYTES = 1_000_000_000

/** Which photos were found, by the names that were asked for, and why others were not. */
export interface ExtractedPhotos {
  /** The name of each photo's file in the folder. */
  files: Record<string, string>
  refused: Record<string, string>
}

export async function isZip(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.readUInt32LE(0) === 0x04034b50
  } finally {
    await file.close()
  }
}

/** Photos are looked up by their names, in capitals or not: a path in an archive is never used as a path. */
const normalPath = (name: string) =>
  name
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .toLowerCase()
export const bareName = (name: string) => name.split(/[/\\]/).at(-1)?.toLowerCase() ?? ''

/** The content of each XML file of an archive, in the order of the archive. */
export async function* readXmlEntries(
  path: string,
): AsyncGenerator<{ name: string; content: AsyncIterable<Uint8Array> }> {
  let total = 0
  for await (const { zip, entry } of listEntries(path)) {
    const name = bareName(entry.fileName)
    // What a Mac adds for its own use.
    if (!name.endsWith('.xml') || entry.fileName.startsWith('__MACOSX/')) continue
    total += entry.uncompressedSize
    if (total > MAX_FEED_BYTES) throw unusableFile('The XML files in this zip are larger than 200 MB.')
    if (entry.uncompressedSize > MAX_RATIO * Math.max(entry.compressedSize, 1_000)) throw suspicious()
    yield { name, content: await readable(zip, entry) }
  }
}

export async function extractFeedPhotos({
  path,
  folder,
  names,
}: {
  path: string
  folder: string
  names: string[]
}): Promise<ExtractedPhotos> {
  const { wanted, refused } = await matchPhotos(path, names)
  const found: ExtractedPhotos = { files: {}, refused }
  let total = 0
  let written = 0
  for await (const { zip, entry } of listEntries(path)) {
    const asked = wanted.get(entry.fileName)
    // An archive may have two entries of one name.
    if (!asked?.some((name) => !found.files[name])) continue
    if (entry.uncompressedSize > MAX_FEED_PHOTO_BYTES) {
      for (const name of asked) found.refused[name] = 'The photo is larger than 16 MB.'
      continue
    }
    total += entry.uncompressedSize
    if (total > MAX_EXTRACTED_BYTES) throw unusableFile('The photos in this zip are larger than 1 GB.')
    const file = `photo-${written}`
    written += 1
    // The library ends a stream that is longer than the archive says.
    await pipeline(await readable(zip, entry), createWriteStream(join(folder, file), { mode: 0o600 })).catch(notZip)
    for (const name of asked) found.files[name] = file
  }
  return found
}

/**
 * The wanted names of each entry. CRMs name photos with their path or without, so the bare name is enough where it can mean only one photo:
 * two houses may each have a "1.jpg".
 */
async function matchPhotos(path: string, names: string[]) {
  const entries: string[] = []
  for await (const { entry } of listEntries(path))
    if (!entry.fileName.startsWith('__MACOSX/')) entries.push(entry.fileName)
  const byPath = Map.groupBy(entries, normalPath)
  const byBareName = Map.groupBy(entries, bareName)
  const wantedByBareName = Map.groupBy(new Set(names.map(normalPath)), bareName)
  const wanted = new Map<string, string[]>()
  const refused: Record<string, string> = {}
  for (const name of names) {
    const [exact] = byPath.get(normalPath(name)) ?? []
    const alike = byBareName.get(bareName(name)) ?? []
    const isUnique = alike.length === 1 && wantedByBareName.get(bareName(name))?.length === 1
    const entry = exact ?? (isUnique ? alike[0] : undefined)
    if (entry !== undefined) wanted.set(entry, [...(wanted.get(entry) ?? []), name])
    else if (alike.length > 0)
      refused[name] = 'The zip has photos with this name in other folders, and we can’t tell which one to use.'
  }
  return { wanted, refused }
}

async function* listEntries(path: string): AsyncGenerator<{ zip: ZipFile; entry: Entry }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(notZip)
  try {
    if (zip.entryCount > MAX_ENTRIES) throw unusableFile(`This zip has more than ${MAX_ENTRIES} files.`)
    const entries = zip.eachEntry()
    for (;;) {
      const next = await entries.next().catch(notZip)
      if (next.done) return
      if (!next.value.fileName.endsWith('/')) yield { zip, entry: next.value }
    }
  } finally {
    zip.close()
  }
}

async function readable(zip: ZipFile, entry: Entry) {
  if (entry.isEncrypted()) throw unusableFile('This zip has a password. Send it without one.')
  return zip.openReadStreamPromise(entry).catch(notZip)
}

/** Names that lead out of the archive are refused by the library. */
function notZip(error: unknown): never {
  throw error instanceof MediaError ? error : unusableFile('This zip is damaged. Please make it again.', error)
}

const suspicious = () => unusableFile('A file in this zip is much larger than it should be.')
