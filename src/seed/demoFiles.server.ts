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
    return (manifest[listing.slug] ?? []).map(({ source, sha256, variants, issuedOn, ...facts }, index) => {
      ranks[facts.type] += 1
      const createdAt = addMinutes(listing.createdAt, index)
      const isReplaced = source === replacedReport.source
      const isUnconfirmed = source === UNCONFIRMED_SOURCE
      const row = {
        ...facts,
        issuedOn: isUnconfirmed ? null : issuedOn,
        suggestedIssuedOn: isUnconfirmed ? issuedOn : null,
        version: isReplaced ? 2 : 1,
        replacedAt: isReplaced ? addMinutes(createdAt, replacedReport.afterMinutes) : null,
        ...{ access: null, isViewOnly: null, isWatermarked: null, ...DEMO_TERMS[source] },
        id: newId('file'),
        path: newStorageKey(facts.type === 'image' ? 'photos' : 'documents'),
        userId: listing.userId,
        listingId: listing.id,
        rank: ranks[facts.type],
        createdAt,
        updatedAt: createdAt,
      }
      return { row, source, sha256, variants }
    })
  })
}

const DEMO_LISTING = '14-kowhai-hollow-rise-karori'

export const EARLIER_PAGE_COUNT = 45

/** A building report that the demo agent has replaced, and what it was before: the same without some pages. */
const replacedReport = {
  source: `documents/${DEMO_LISTING}/Building report.pdf`,
  afterMinutes: 50 * 24 * 60,
  note: 'Now with moisture readings, floor levels and infrared pictures.',
  earlier: {
    source: `earlier/${DEMO_LISTING}/Building report.pdf`,
    originalName: 'Building report (summary).pdf',
    sha256: '8b073ea868ee61cb2aefeae8c7f6f2d3e627e8cec080fad01ff43216b701c96a',
    size: 1_178_168,
    pageCount: EARLIER_PAGE_COUNT,
    issuedOn: '2026-02-05',
  },
}

/** A document whose date the demo agent has not confirmed yet. */
const UNCONFIRMED_SOURCE = `documents/${DEMO_LISTING}/LIM report.pdf`

interface Opening {
  fileId?: string | null
  createdAt: Date
}

/** Every version of the demo's documents, with where to read what is not a file any more. */
export function demoVersions(files: DemoFileWithSource[], events: readonly Opening[]) {
  return files.flatMap(({ row, source, sha256 }) => {
    if (row.type !== 'file') return []
    const { id: fileId, userId: uploadedById, contentType, replacedAt, createdAt } = row
    const opened = events.filter((one) => one.fileId === fileId).map((one) => one.createdAt)
    const firstOpening = (from: Date, to?: Date | null) =>
      opened.filter((at) => at >= from && !(to && at >= to)).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
    const shared = { fileId, uploadedById, contentType }
    const { path, originalName, size, pageCount, issuedOn, version } = row
    const current = {
      ...{ ...shared, path, originalName, size, pageCount, issuedOn, version, sha256 },
      ...{ note: replacedAt ? replacedReport.note : '', createdAt: replacedAt ?? createdAt, replacedAt: null },
      firstOpenedAt: firstOpening(replacedAt ?? createdAt),
    }
    if (!replacedAt) return [{ row: current, source }]
    const { source: earlierSource, ...facts } = replacedReport.earlier
    const earlier = {
      ...{ ...shared, ...facts, path: newStorageKey('documents'), version: 1, note: '', createdAt, replacedAt },
      firstOpenedAt: firstOpening(createdAt, replacedAt),
    }
    return [
      { row: earlier, source: earlierSource },
      { row: current, source },
    ]
  })
}

export type DemoVersionWithSource = ReturnType<typeof demoVersions>[number]

export type DemoFileWithSource = ReturnType<typeof demoFiles>[number]

/** Copies the files to the storage, as after an upload and its preparation. One at a time, to limit memory. */
export async function storeDemoFiles(
  storage: Storage,
  folder: string,
  files: DemoFileWithSource[],
  versions: DemoVersionWithSource[],
) {
  const write = (key: string, name: string, contentType: string) =>
    storage.write(key, createReadStream(join(folder, name)), contentType)
  for (const { row, source } of versions) if (row.replacedAt) await write(row.path, source, row.contentType)
  for (const { row, source, variants } of files) {
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
  /** The date that we find in a document. */
  issuedOn: z.iso.date().nullable(),
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
