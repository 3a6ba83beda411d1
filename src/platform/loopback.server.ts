import { isIPv4 } from 'node:net'

/** Strict, because a Host header is chosen by whoever made the link: `127.0.0.1.evil.example` is not this machine. */
export const isLoopbackAddress = (address: string) =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'))

/** For the name in a Host header or an address bar, with or without its port. */
export function isLoopbackHost(host: string) {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname, username, pathname } = new URL(`http://${host}`)
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  return !username && pathname === '/' && (name === 'localhost' || isLoopbackAddress(name))
}
