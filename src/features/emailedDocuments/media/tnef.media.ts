/**
 * The attachments in a winmail.dat, with which Outlook wraps them (MS-OXTNEF). Reads only what it needs, within the bounds of the file: a
 * length that points beyond the end ends the reading.
 */
export function readTnef(content: Uint8Array) {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const found: { name: string; contentType: string; content: Uint8Array }[] = []
  if (content.byteLength < HEADER_BYTES || view.getUint32(0, true) !== SIGNATURE) return found
  let at = HEADER_BYTES
  while (at + ATTRIBUTE_HEAD_BYTES <= content.byteLength && found.length <= MAX_ATTACHMENTS) {
    const attribute = view.getUint32(at + 1, true)
    const start = at + ATTRIBUTE_HEAD_BYTES
    const end = start + view.getUint32(at + 5, true)
    if (end > content.byteLength) break
    const value = content.subarray(start, end)
    if (attribute === BEGIN_ATTACHMENT) found.push({ name: '', contentType: '', content: new Uint8Array() })
    const current = found.at(-1)
    if (current && attribute === ATTACHMENT_TITLE) current.name ||= readText(value, 'windows-1252')
    if (current && attribute === ATTACHMENT_DATA) current.content = value
    if (current && attribute === ATTACHMENT_PROPERTIES) Object.assign(current, readLongName(value))
    at = end + CHECKSUM_BYTES
  }
  return found.filter((one) => one.content.byteLength > 0)
}

const SIGNATURE = 0x223e9f78
const HEADER_BYTES = 6
const ATTRIBUTE_HEAD_BYTES = 9
const CHECKSUM_BYTES = 2
const MAX_ATTACHMENTS = 200
const MAX_PROPERTIES = 200

const BEGIN_ATTACHMENT = 0x00069002
const ATTACHMENT_DATA = 0x0006800f
const ATTACHMENT_TITLE = 0x00018010
const ATTACHMENT_PROPERTIES = 0x00069005

const LONG_FILE_NAME = 0x3707
const STRING_8 = 0x001e
const UNICODE = 0x001f
const sizedTypes = new Set([STRING_8, UNICODE, 0x0102, 0x000d])
/** By type, in bytes. */
const fixedSizes = new Map([
  ...[2, 3, 4, 10, 11].map((type) => [type, 4] as const),
  ...[5, 6, 7, 20, 64].map((type) => [type, 8] as const),
  [72, 16] as const,
])
const MANY_VALUES = 0x1000
const FIRST_NAMED_PROPERTY = 0x8000

/** The name as the sender typed it. The title beside it is often cut to eight characters. */
function readLongName(properties: Uint8Array): { name?: string } {
  const view = new DataView(properties.buffer, properties.byteOffset, properties.byteLength)
  let at = 0
  const readNumber = () => {
    if (at + 4 > properties.byteLength) throw new RangeError('The properties end early.')
    at += 4
    return view.getUint32(at - 4, true)
  }
  try {
    for (let left = Math.min(readNumber(), MAX_PROPERTIES); left > 0; left--) {
      const tag = readNumber()
      const [type, id] = [tag & 0xffff, tag >>> 16]
      if (id >= FIRST_NAMED_PROPERTY) skipName()
      const values = readValues(type)
      if (id === LONG_FILE_NAME && values[0])
        return { name: readText(values[0], type === UNICODE ? 'utf-16le' : 'windows-1252') }
    }
  } catch {
    // The title has to do.
  }
  return {}

  function skipName() {
    at += 16
    const isNumbered = readNumber() === 0
    const size = isNumbered ? 4 : padded(readNumber())
    at += size
  }

  function readValues(type: number) {
    const plain = type & ~MANY_VALUES
    if (sizedTypes.has(plain)) return Array.from({ length: Math.min(readNumber(), MAX_PROPERTIES) }, readSized)
    const size = fixedSizes.get(plain)
    if (!size) throw new RangeError('The properties have an unknown type.')
    const count = type & MANY_VALUES ? readNumber() : 1
    at += size * count
    return []
  }

  function readSized() {
    const size = readNumber()
    if (at + size > properties.byteLength) throw new RangeError('The properties end early.')
    const value = properties.subarray(at, at + size)
    at += padded(size)
    return value
  }
}

const padded = (size: number) => Math.ceil(size / 4) * 4

const readText = (bytes: Uint8Array, encoding: 'utf-16le' | 'windows-1252') =>
  new TextDecoder(encoding).decode(bytes).replace(/\0.*$/s, '')
