/** The bytes of a valid address, in the order of the network. */
export function addressBytes(address: string, family: number): number[] {
  if (family === 4) return address.split('.').map(Number)
  const [plain = ''] = address.split('%')
  const [head = '', tail] = withoutDots(plain).split('::')
  const left = groups(head)
  const right = tail === undefined ? [] : groups(tail)
  const missing: number[] = Array(8 - left.length - right.length).fill(0)
  return [...left, ...missing, ...right].flatMap((group) => [group >> 8, group & 255])
}

const groups = (text: string) => (text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [])

/** "::ffff:1.2.3.4" ends in an IPv4 address. */
const withoutDots = (address: string) =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${hex(a, b)}:${hex(c, d)}`)

const hex = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16)
