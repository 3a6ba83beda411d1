import { Readable } from 'node:stream'
import ZipStream from 'zip-stream'

export interface ZipEntry {
  name: string
  content: Readable | Buffer | string
  date?: Date
  /** Streams are stored as they are, because photos and PDFs are compressed already. Rows of text are not. */
  compress?: boolean
}

/** Beyond this a zip needs wider numbers, which all but very old programs read. */
const ZIP64_THRESHOLD_BYTES = 3_900_000_000

/**
 * A zip that is written as it is read. The next entry is asked for when the one before is through, so that one file is open
 * at a time; whoever stops reading closes it.
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
      reject(new Error('Nobody reads the zip any more.'))
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
