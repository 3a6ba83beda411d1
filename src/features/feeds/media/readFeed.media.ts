import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaError, unusableFile } from '#platform/media/mediaError.ts'
import { isZip, readXmlEntries } from './feedArchive.media.ts'
import { LISTINGS_FILE } from './feedTasks.ts'
import { listingFromElement } from './listingFromElement.ts'
import { readElements } from './readElements.media.ts'
import { decodeXml } from './xmlText.media.ts'

const MAX_LISTINGS = 20_000
const MAX_SKIPPED_SHOWN = 200

export interface FeedContents {
  listings: number
  isZip: boolean
  /** Why parts of the file are not imported. */
  skipped: string[]
}

/** Reads a file that a CRM made, whatever its size, and writes a line of JSON for each listing. */
export async function readFeed({ path, folder }: { path: string; folder: string }): Promise<FeedContents> {
  const contents: FeedContents = { listings: 0, isZip: await isZip(path), skipped: [] }
  const output = await open(join(folder, LISTINGS_FILE), 'w', 0o600)
  try {
    for await (const { content } of contents.isZip ? readXmlEntries(path) : [{ content: createReadStream(path) }])
      for await (const element of readElements(decodeXml(content))) {
        const listing = listingFromElement(element)
        if ('skipped' in listing) {
          if (contents.skipped.length < MAX_SKIPPED_SHOWN) contents.skipped.push(listing.skipped)
          continue
        }
        contents.listings += 1
        if (contents.listings > MAX_LISTINGS) throw unusableFile(`This file has more than ${MAX_LISTINGS} listings.`)
        await output.write(`${JSON.stringify(listing)}\n`)
      }
  } catch (error) {
    // A stream of a damaged archive fails with errors of its own.
    throw error instanceof MediaError ? error : unusableFile('We couldn’t read this file. Please make it again.', error)
  } finally {
    await output.close()
  }
  if (contents.listings === 0 && contents.skipped.length === 0)
    throw unusableFile(contents.isZip ? 'There are no listings in this zip.' : 'There are no listings in this file.')
  return contents
}
