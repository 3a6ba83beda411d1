import { BlockList, isIP, isIPv4 } from 'node:net'

export type FindClientIp = (peer: string, forwardedFor: string | null) => string

/**
 * The visitor's address. Forwarding headers count only as far as trusted proxies wrote them: from the right, the first
 * address that is not a trusted proxy is the visitor's, and anything to the left of it could be forged.
 */
export function clientIpFinder(trustedProxies?: string[]): FindClientIp {
  const isTrusted = trustedProxyCheck(trustedProxies)

  return (peer, forwardedFor) => {
    const hops = (forwardedFor ?? '').split(',').map((hop) => unmapIpv4(hop.trim()))
    let address = unmapIpv4(peer)
    while (isIP(address) && isTrusted(address)) {
      const next = hops.pop()
      if (!next || !isIP(next)) break
      address = next
    }
    return address
  }
}

/** Whether an address belongs to a trusted proxy. */
export function trustedProxyCheck(trustedProxies: string[] = []) {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/')
    if (prefix) trusted.addSubnet(address, Number(prefix), ipFamily(address))
    else trusted.addAddress(address, ipFamily(address))
  }
  return (peer: string) => {
    const address = unmapIpv4(peer)
    return trusted.check(address, ipFamily(address))
  }
}

const ipFamily = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** "203.0.113.9" of "::ffff:203.0.113.9", as a socket that listens to both families says it. */
export const unmapIpv4 = (address: string) =>
  address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address

/** The unit of rate limits: one IPv4 address, or for IPv6 the /64 of one household. */
export const rateLimitKey = (address: string) => ipv6Prefix(address, 64) ?? address

/** The IPv6 /48: one subscriber can have all of its 65,536 /64 networks. Nothing for IPv4. */
export const networkKey = (address: string) => ipv6Prefix(address, 48)

function ipv6Prefix(address: string, bits: 48 | 64) {
  if (isIP(address) !== 6) return undefined
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return `${groups
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${bits}`
}

/** Strict, because anyone can choose the Host header: `127.0.0.1.evil.example` is not this machine. */
export const isLoopbackAddress = (address: string) =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'))

/** For the name in a Host header or an address bar, with or without its port. */
export function isLoopbackHost(host: string) {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname, username, pathname } = new URL(`http://${host}`)
  const name = hostname.replaceAll(/[[\]]/g, '')
  return !username && pathname === '/' && (name === 'localhost' || isLoopbackAddress(name))
}
