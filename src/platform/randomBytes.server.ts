import { randomFillSync } from 'node:crypto'

/** Asking the system for a few random bytes costs as much as for a page of them, and every request needs some. */
const supply = Buffer.alloc(4_096)
let used = supply.length

/** Each byte is given away once. At most as many as the supply has. */
export function takeRandomBytes(count: number) {
  if (used + count > supply.length) {
    randomFillSync(supply)
    used = 0
  }
  const taken = Buffer.from(supply.subarray(used, used + count))
  supply.fill(0, used, used + count)
  used += count
  return taken
}
