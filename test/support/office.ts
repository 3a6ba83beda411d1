import { buffer } from 'node:stream/consumers'
import ZipStream from 'zip-stream'

/** A zip archive of these entries. */
export async function zipOf(entries: Record<string, string>) {
  const zip = new ZipStream()
  const bytes = buffer(zip)
  for (const [name, content] of Object.entries(entries))
    await new Promise<void>((resolve, reject) =>
      zip.entry(content, { name }, (error) => (error ? reject(error) : resolve())),
    )
  zip.finish()
  return bytes
}

/** A document of Office since 2007, by the type that it names for its main part. */
export const openXml = (mainType: string, part: string) =>
  zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${mainType}.main+xml"/></Types>`,
    [part]: '<document/>',
  })
