import { createHash } from 'node:crypto'

const LANES = 8
/** Sums of this many 32-bit numbers are still exact. */
const ADD_BEFORE_CARRY = 2 ** 20

/**
 * Counts and hashes rows as `COPY` writes them, a line each: the sum of the rows' SHA-256 hashes. The same rows have the same hash in whatever order
 * PostgreSQL reads them, so that nothing has to be sorted.
 */
export function createRowHash() {
  const sums = new Float64Array(LANES)
  let [rows, uncarried] = [0, 0]
  let rest: Buffer[] = []

  function add(line: Uint8Array) {
    const digest = createHash('sha256').update(line).digest()
    for (let lane = 0; lane < LANES; lane++) sums[lane] = (sums[lane] ?? 0) + digest.readUInt32BE(lane * 4)
    rows += 1
    uncarried += 1
    if (uncarried === ADD_BEFORE_CARRY) carry()
  }
  function carry() {
    for (let lane = 0; lane < LANES; lane++) sums[lane] = (sums[lane] ?? 0) % 2 ** 32
    uncarried = 0
  }

  return {
    update(bytes: Buffer) {
      let start = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        const line = bytes.subarray(start, end)
        add(rest.length > 0 ? Buffer.concat([...rest, line]) : line)
        rest = []
        start = end + 1
      }
      if (start < bytes.length) rest.push(Buffer.from(bytes.subarray(start)))
    },
    result() {
      carry()
      const hash = [...sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')
      return { rows, hash }
    },
  }
}
