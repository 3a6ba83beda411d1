import { isIP } from 'node:net'
import { addressBytes } from './addressBytes.ts'
import { type BlockFile, openBlockFile } from './blockFile.server.ts'
import { decoder } from './mmdbData.server.ts'

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
/** The description of the file stands in its last 128 kB. */
const LONGEST_END = 128 * 1024
/** Between the tree and the data are so many zeros. */
const GAP = 16
const IPV4_DEPTH = 96

export type Mmdb = ReturnType<typeof openMmdb>

/**
 * Reads a database of addresses in MaxMind's format by position, so that tens of megabytes need not be in memory. See
 * docs/decisions/0025.
 */
export function openMmdb(path: string) {
  const file = openBlockFile(path)
  const { nodeCount, recordSize, ipVersion, builtAt } = describe(file)
  const nodeBytes = recordSize / 4
  const dataStart = nodeCount * nodeBytes + GAP
  const decode = decoder(file, dataStart)
  let ipv4Root: number | undefined

  /** The left or right branch of a node: another node, the end of the tree, or where the data is. */
  function branch(node: number, bit: number) {
    const at = node * nodeBytes
    if (recordSize !== 28) return file.unsignedAt(at + bit * (recordSize / 8), recordSize / 8)
    // Both branches share the byte in the middle.
    const middle = file.byteAt(at + 3)
    return (bit ? middle & 15 : middle >> 4) * 2 ** 24 + file.unsignedAt(at + bit * 4, 3)
  }

  function rootFor(family: number) {
    if (family === 6 || ipVersion === 4) return 0
    ipv4Root ??= Array.from({ length: IPV4_DEPTH }).reduce<number>(
      (node) => (node < nodeCount ? branch(node, 0) : node),
      0,
    )
    return ipv4Root
  }

  return {
    builtAt,
    /** What the database has for an address, if it has something. */
    find(address: string): unknown {
      const family = isIP(address)
      if (family === 0 || (family === 6 && ipVersion === 4)) return undefined
      let node = rootFor(family)
      for (const byte of addressBytes(address, family))
        for (let bit = 7; bit >= 0 && node < nodeCount; bit--) node = branch(node, (byte >> bit) & 1)
      return node > nodeCount ? decode(dataStart + node - nodeCount - GAP) : undefined
    },
  }
}

function describe(file: BlockFile) {
  const end = file.bytesAt(Math.max(0, file.size - LONGEST_END), Math.min(file.size, LONGEST_END))
  const found = end.lastIndexOf(MARKER)
  if (found < 0) throw new Error('Not a database in the MaxMind format.')
  const start = file.size - end.length + found + MARKER.length
  const { node_count, record_size, ip_version, build_epoch } = decoder(file, start)(start) as Record<string, number>
  const builtAt = new Date((build_epoch ?? 0) * 1000)
  return { nodeCount: node_count ?? 0, recordSize: record_size ?? 0, ipVersion: ip_version ?? 0, builtAt }
}
