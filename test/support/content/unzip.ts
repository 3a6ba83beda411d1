import { inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50

/** The files of a zip archive by name, read by way of its directory as an unpacker does. */
export function unzip(zip: Buffer) {
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    files.set(name, contentOf(zip, at))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

function contentOf(zip: Buffer, entry: number) {
  const isStored = zip.readUInt16LE(entry + 10) === 0
  const size = zip.readUInt32LE(entry + 20)
  const local = zip.readUInt32LE(entry + 42)
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(start, start + size)
  return isStored ? packed : inflateRawSync(packed)
}
