import { Readable } from 'node:stream'
import ZipStream from 'zip-stream'

export interface ZipEntry {
  name: string
  content: Readable | Buffer | string
  date?: Date
  /** Off by default, because photos and PDFs are compressed already. */
  compress?: boolean
}

/** Larger zips need ZIP64, which very old programs cannot read. */
const ZIP64_THRESHOLD_BYTES = 3_900_000_000

/**
 * A zip that is created while it is read. Entries are requested one after another, so that one file is open at a time, and are
 * closed when the reader stops.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, size = 0): Readable {
  const zip = new ZipStream({ forceZip64: size > ZIP64_THRESHOLD_BYTES })
  const write = async () => {
    for await (const entry of entries) await addEntry(zip, entry)
    zip.finish()
  }
  write().catch((error) => zip.destroy(error))
  return zip
}

function addEntry(zip: ZipStream, { name, content, date, compress = false }: ZipEntry) {
  return new Promise<void>((resolve, reject) => {
    const isStream = content instanceof Readable
    const abandon = () => {
      if (isStream) content.destroy()
      reject(new Error('The zip is no longer read.'))
    }
    if (zip.destroyed) return abandon()
    zip.once('close', abandon)
    if (isStream) content.once('error', reject)
    zip.entry(content, { name, date, store: isStream && !compress }, (error) => {
      zip.off('close', abandon)
      if (error) reject(error)
      else resolve()
    })
  })
}
