import { lookup as lookupName } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A request to an address that a user named, or that came with their data. */
export interface PublicRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The rest of a longer response is not read. */
  maxBytes: number
}

export interface PublicResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** False if it was longer than `maxBytes`. */
  isComplete: boolean
}

/** Why no request was made, in words for the user who named the address. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** For everything together: looking up the name, connecting, sending and reading. */
const TIMEOUT_MS = 10_000
/** Lower ports are for other protocols than HTTP. */
const MIN_FREE_PORT = 1024

type LookupAll = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

interface Options {
  /** Origins that are reached although they are not public: for tests and development. */
  furtherOrigins?: readonly string[]
  lookup?: LookupAll
  timeoutMs?: number
}

export type PublicRequests = ReturnType<typeof createPublicRequests>

/**
 * Makes requests on behalf of users that reach public addresses only: nothing inside our network, whatever the name, the notation or the DNS
 * server says. The address that is checked is the one that is connected to, and redirects are not followed.
 */
export function createPublicRequests({
  furtherOrigins = [],
  lookup = lookupName,
  timeoutMs = TIMEOUT_MS,
}: Options = {}) {
  /** For checking an address when someone enters it. Its name is looked up with each request. */
  const requireUrl = (text: string) => requirePublicUrl(text, furtherOrigins)

  async function send(request: PublicRequest): Promise<PublicResponse> {
    const url = requireUrl(request.url)
    const isTrusted = furtherOrigins.includes(url.origin)
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await new Promise((resolve, reject) => {
        const sent = start(
          url,
          {
            method: request.method ?? 'GET',
            headers: request.headers,
            signal,
            // A connection that was kept would skip the check.
            agent: false,
            ...(isTrusted ? {} : { lookup: lookupPublicAddress(lookup) }),
          },
          (response) => {
            readResponse(response, request.maxBytes).then(resolve, reject)
          },
        )
        sent.on('error', reject)
        sent.on('close', () => reject(new Error('The connection ended without a response')))
        sent.end(request.body)
      })
    } catch (error) {
      throw signal.aborted ? new Error(`No response within ${timeoutMs / 1000} seconds`) : error
    }
  }

  return { requireUrl, send }
}

/** Reads no more than `maxBytes`, and ends the connection of a longer response. */
async function readResponse(response: IncomingMessage, maxBytes: number): Promise<PublicResponse> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop destroys the response with its connection.
    if (size > maxBytes) break
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).subarray(0, maxBytes),
    isComplete: size <= maxBytes,
  }
}

function requirePublicUrl(text: string, furtherOrigins: readonly string[]) {
  if (!URL.canParse(text)) throw new AddressRefused('Please enter a web address')
  // It also turns 0x7f.1, 0177.0.0.1 and 2130706433 into 127.0.0.1.
  const url = new URL(text)
  if (url.username || url.password) throw new AddressRefused('Please enter an address without a password')
  if (furtherOrigins.includes(url.origin)) return url
  if (url.protocol !== 'https:') throw new AddressRefused('Please enter an address that starts with https://')
  if (url.port && Number(url.port) < MIN_FREE_PORT)
    throw new AddressRefused(`Please enter an address without a port, or with one from ${MIN_FREE_PORT}`)
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (isIP(host) ? !isPublicAddress(host) : !isPublicName(host))
    throw new AddressRefused('Please enter a public address')
  return url
}

/** The first dot is for a name inside a network, and the others are for names that never leave one. */
const isPublicName = (host: string) =>
  host.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa|lan|intranet)\.?$/i.test(host)

/** Checks what the name stands for, and connects to exactly that. All of its addresses have to be public. */
const lookupPublicAddress =
  (lookup: LookupAll): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
        return callback(new AddressRefused('This name doesn’t lead to a public address'), '', 0)
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }

/** Addresses of the internet are in this network. Those outside it are local, or stand for an IPv4 address. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Neither private, loopback, link-local, shared, reserved nor a translation of such an address. */
export function isPublicAddress(text: string) {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address that is mapped to IPv6 counts as the IPv4 address.
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6)) return false
  return address.range() === 'unicast'
}
