import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { newId } from '#db/schema/columns.ts'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { projectRoot } from '#platform/config/projectRoot.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { newStorageKey, variantKey } from '#platform/storage/storageKeys.server.ts'
import type { DemoListing } from './demoListings.ts'
import { addMinutes } from './demoTime.ts'

/** Documents that not everyone may open and keep, by their path in the folder. */
const DEMO_TERMS: Record<string, { access?: 'hidden'; isViewOnly?: boolean; isWatermarked?: boolean }> = {
  'documents/14-kowhai-hollow-rise-karori/Sale and purchase agreement (draft).pdf': {
    isViewOnly: true,
    isWatermarked: true,
  },
  "documents/7-lanternmaker-lane-grey-lynn/Builder's invoice 2022.pdf": { access: 'hidden' },
}

/** The rows of the demo agent's files, already prepared. */
export function demoFiles(manifest: Manifest, listings: DemoListing[]) {
  return listings.flatMap(({ row: listing }) => {
    const ranks = { image: 0, file: 0 }
    return (manifest[listing.slug] ?? []).map(({ source, sha256, variants, ...facts }, index) => {
      ranks[facts.type] += 1
      const createdAt = addMinutes(listing.createdAt, index)
      const row = {
        ...facts,
        ...{ access: null, isViewOnly: null, isWatermarked: null, ...DEMO_TERMS[source] },
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

export type DemoFileWithSource = ReturnType<typeof demoFiles>[number]

/** Copies the files to the storage, as after an upload and its preparation. One at a time, to limit memory. */
export async function storeDemoFiles(storage: Storage, folder: string, files: DemoFileWithSource[]) {
  for (const { row, source, variants } of files) {
    const write = (key: string, name: string, contentType: string) =>
      storage.write(key, createReadStream(join(folder, name)), contentType)
    await Promise.all([
      write(row.path, source, row.contentType),
      ...Object.entries(variants).map(([ending, name]) => write(variantKey(row.path, ending), name, 'image/webp')),
    ])
  }
}

/** The first photo is the cover. */
export const findCoverFileId = (files: DemoFileWithSource[], listingId: string) =>
  files.find(({ row }) => row.listingId === listingId && row.type === 'image')?.row.id

/** The demo's photos and documents with their prepared variants, so that the first start is quick. */
export const DEMO_FOLDER = join(projectRoot, 'demo')
export const MANIFEST = 'derived/manifest.json'

const DemoFile = z.strictObject({
  type: z.enum(['image', 'file']),
  /** Its path in the folder. */
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
  /** Prepared pictures by the suffix of their key. */
  variants: z.record(z.string(), z.string()),
})
export type DemoFile = z.infer<typeof DemoFile>

/** The files of each listing by slug, in order. */
const Manifest = z.record(z.string(), z.array(DemoFile))
export type Manifest = z.infer<typeof Manifest>

/** Empty if an installation has no demo folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
