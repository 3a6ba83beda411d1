import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { newId } from '#db/schema/columns.ts'
import { type DocumentType, documentTypes } from '#features/listings/listingFiles.ts'
import { projectRoot } from '#platform/config/projectRoot.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { newStorageKey, variantKey } from '#platform/storage/storageKeys.server.ts'
import type { DemoListing } from './demoListings.ts'
import { addMinutes } from './demoTime.ts'

/** What the agent has uploaded for each listing, ready to be looked at. */
export function demoFiles(manifest: Manifest, listings: DemoListing[]) {
  return listings.flatMap(({ row: listing }) => {
    const ranks = { image: 0, file: 0 }
    return (manifest[listing.slug] ?? []).map(({ source, sha256, variants, ...facts }, index) => {
      ranks[facts.type] += 1
      const createdAt = addMinutes(listing.createdAt, index)
      const row = {
        ...facts,
        id: newId('file'),
        path: newStorageKey(facts.type === 'image' ? 'photos' : 'documents'),
        userId: listing.userId,
        listingId: listing.id,
        rank: ranks[facts.type],
        createdAt,
        updatedAt: createdAt,
      }
      return { row, source, variants }
    })
  })
}

export type DemoFileRow = ReturnType<typeof demoFiles>[number]

/** Puts the bytes where they would be after an upload and its preparation. One file at a time: two hundred at once take too much memory. */
export async function storeDemoFiles(storage: Storage, folder: string, files: DemoFileRow[]) {
  for (const { row, source, variants } of files) {
    const write = (key: string, name: string, contentType: string) =>
      storage.write(key, createReadStream(join(folder, name)), contentType)
    await Promise.all([
      write(row.path, source, row.contentType),
      ...Object.entries(variants).map(([ending, name]) => write(variantKey(row.path, ending), name, 'image/webp')),
    ])
  }
}

/** The first photo stands for its listing. */
export const findCoverFileId = (files: DemoFileRow[], listingId: string) =>
  files.find(({ row }) => row.listingId === listingId && row.type === 'image')?.row.id

/** Photos and documents of the demo, with all that preparing them found out, so that a first start need not do it again. */
export const DEMO_FOLDER = join(projectRoot, 'demo')
export const MANIFEST = 'derived/manifest.json'

const DemoFile = z.strictObject({
  type: z.enum(['image', 'file']),
  /** Where it lies in the folder. */
  source: z.string(),
  sha256: z.string(),
  name: z.string(),
  originalName: z.string(),
  contentType: z.string(),
  kind: z.enum(Object.keys(documentTypes) as [DocumentType]).nullable(),
  size: z.int(),
  pageCount: z.int().nullable(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string().nullable(),
  /** What was made from it, by the ending of its key. */
  variants: z.record(z.string(), z.string()),
})
export type DemoFile = z.infer<typeof DemoFile>

/** The files of each listing by its slug, photos and documents each in their order. */
const Manifest = z.record(z.string(), z.array(DemoFile))
export type Manifest = z.infer<typeof Manifest>

/** An installation may leave the folder out. Then there are no files. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
