import { unusableFile } from '#platform/media/mediaError.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Enough for an XML declaration in any encoding. */
const DECLARATION_BYTES = 400

/** What files say, and how it is decoded. Browsers read ISO 8859-1 as Windows-1252 too, which has more characters. */
const declarable: Record<string, Encoding | 'utf-16'> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
}

/** The text of an XML file, piece by piece. Bytes that are not in the file's encoding are refused: a guess would damage names. */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let head = Buffer.alloc(0)
  let encoding: Encoding = 'utf-8'
  const decode = (bytes: Uint8Array | undefined) => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? ''
    } catch {
      throw unusableFile(
        `This file says that it’s ${encoding.toUpperCase()}, but parts of it aren’t. Ask your CRM’s support to send UTF-8.`,
      )
    }
  }
  const begin = () => {
    encoding = findEncoding(head)
    decoder = new TextDecoder(encoding, { fatal: true })
    return decode(head)
  }
  for await (const chunk of chunks) {
    if (decoder) yield decode(chunk)
    else {
      head = Buffer.concat([head, chunk])
      if (head.length >= DECLARATION_BYTES) yield begin()
    }
  }
  if (!decoder) yield begin()
  yield decode(undefined)
}

/** By the byte order mark or the first bytes, which have to agree with what the file says. */
export function findEncoding(head: Buffer): Encoding {
  const detected = detect(head)
  const start = head.subarray(0, DECLARATION_BYTES)
  const readable = new TextDecoder(detected?.encoding ?? 'windows-1252').decode(start)
  const [, declared] = /^\uFEFF?<\?xml\s[^>]{0,300}?encoding\s*=\s*["']([^"'>]{1,40})["']/.exec(readable) ?? []
  if (declared === undefined) return detected?.encoding ?? 'utf-8'
  const known = declarable[declared.toLowerCase()]
  if (!known) throw unusableFile(`We can’t read files in ${declared}. Ask your CRM’s support to send UTF-8.`)
  if (detected && !isCompatible(known, detected.encoding))
    throw unusableFile(
      `This file says that it’s ${declared}, but it’s ${detected.encoding.toUpperCase()}. Ask your CRM’s support to send UTF-8.`,
    )
  if (detected) return detected.encoding
  // A declaration that was readable as single bytes is not in UTF-16.
  if (known.startsWith('utf-16'))
    throw unusableFile(`This file says that it’s ${declared}, but it isn’t. Ask your CRM’s support to send UTF-8.`)
  return known === 'utf-16' ? 'utf-8' : known
}

const isCompatible = (declared: string, detected: Encoding) =>
  declared === detected || (declared === 'utf-16' && detected.startsWith('utf-16'))

function detect(head: Buffer): { encoding: Encoding } | undefined {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8' }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le' }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be' }
  if (first === 0x3c && second === 0) return { encoding: 'utf-16le' }
  if (first === 0 && second === 0x3c) return { encoding: 'utf-16be' }
  return undefined
}
