import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#db/schema/columns.ts'
import { newStorageKey, variantKey } from '#platform/storage/keys.server.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { DemoListing } from './listings.ts'
import type { Manifest } from './manifest.server.ts'
import { addMinutes } from './time.ts'

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
