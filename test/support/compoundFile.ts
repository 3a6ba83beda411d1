const SECTOR = 512
const FREE = 0xffffffff
const CHAIN_END = 0xfffffffe

/**
 * A compound file, as Office wrote before 2007, with these streams. They stand behind `filler` sectors, as in a long document:
 * past seven megabytes the allocation table itself needs a chain.
 */
export function compoundFile(streams: string[], filler = 0) {
  const entries = ['Root Entry', ...streams].map((name, index) => entry(name, index === 0 ? 5 : 2))
  const directory = Buffer.concat(entries)
  const directorySectors = Math.ceil(directory.length / SECTOR)
  const start = filler
  const total = filler + directorySectors
  const tables = Math.ceil((total + 300) / (SECTOR / 4))
  const extra = Math.max(0, tables - 109)
  const chains = Math.ceil(extra / 127)

  const next = Array.from({ length: tables * (SECTOR / 4) }, () => FREE)
  for (let index = 0; index < directorySectors; index++)
    next[start + index] = index === directorySectors - 1 ? CHAIN_END : start + index + 1
  const tableAt = (index: number) => total + index
  const chainAt = (index: number) => total + tables + index

  const file = Buffer.alloc((1 + total + tables + chains) * SECTOR)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(3, 26)
  file.writeUInt16LE(0xfffe, 28)
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(tables, 44)
  file.writeUInt32LE(start, 48)
  file.writeUInt32LE(chains ? chainAt(0) : CHAIN_END, 68)
  for (let index = 0; index < 109; index++) file.writeUInt32LE(index < tables ? tableAt(index) : FREE, 76 + index * 4)
  directory.copy(file, (1 + start) * SECTOR)
  for (const [index, value] of next.entries()) file.writeUInt32LE(value, (1 + total) * SECTOR + index * 4)
  for (let chain = 0; chain < chains; chain++) {
    const at = (1 + chainAt(chain)) * SECTOR
    for (let index = 0; index < 127; index++) {
      const table = 109 + chain * 127 + index
      file.writeUInt32LE(table < tables ? tableAt(table) : FREE, at + index * 4)
    }
    file.writeUInt32LE(chain < chains - 1 ? chainAt(chain + 1) : CHAIN_END, at + 127 * 4)
  }
  return file
}

function entry(name: string, type: number) {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes[66] = type
  return bytes
}
