import type { FileHandle } from 'node:fs/promises'

const HEADER_BYTES = 512
const TABLES_IN_HEADER = 109
const ENTRY_BYTES = 128
const MAX_SECTORS = 512
const LAST_SECTOR = 0xfffffffa

/**
 * The names in the directory of a compound file, the container of Office before 2007 (MS-CFB). Word, Excel, installers and
 * Outlook's mails all use it; only these names tell them apart.
 */
export async function listCompoundFile(file: FileHandle) {
  const header = await readAt(file, 0, HEADER_BYTES)
  const size = 1 << header.readUInt16LE(30)
  if (size !== 512 && size !== 4096) return []
  const sector = (index: number) => readAt(file, (index + 1) * size, size)

  const tables = await listTables(header, sector, size)
  const names: string[] = []
  let at = header.readUInt32LE(48)
  for (let left = MAX_SECTORS; left > 0 && at <= LAST_SECTOR; left--) {
    names.push(...entryNames(await sector(at)))
    const table = tables[Math.floor(at / (size / 4))]
    if (table === undefined) break
    at = (await sector(table)).readUInt32LE((at % (size / 4)) * 4)
  }
  return names
}

/** Where the parts of the allocation table lie: the first 109 in the header, the others in a chain of sectors. */
async function listTables(header: Buffer, sector: (index: number) => Promise<Buffer>, size: number) {
  const tables = Array.from({ length: TABLES_IN_HEADER }, (_, index) => header.readUInt32LE(76 + index * 4))
  let at = header.readUInt32LE(68)
  for (let left = MAX_SECTORS; left > 0 && at <= LAST_SECTOR; left--) {
    const part = await sector(at)
    for (let offset = 0; offset < size - 4; offset += 4) tables.push(part.readUInt32LE(offset))
    at = part.readUInt32LE(size - 4)
  }
  return tables.filter((table) => table <= LAST_SECTOR)
}

function entryNames(sector: Buffer) {
  const names: string[] = []
  for (let at = 0; at < sector.length; at += ENTRY_BYTES) {
    const length = Math.min(sector.readUInt16LE(at + 64), 64)
    if (length > 2) names.push(sector.toString('utf16le', at, at + length - 2))
  }
  return names
}

/** Zeros where the file has ended already: a damaged file is then simply not recognised. */
async function readAt(file: FileHandle, position: number, length: number) {
  const bytes = Buffer.alloc(length)
  await file.read(bytes, 0, length, position)
  return bytes
}
