import { lookup as lookupName } from 'node:dns'
import { request as httpRequest } from 'node:http'
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

export type SendPublicRequest = ReturnType<typeof createPublicRequests>

/**
 * Makes requests on behalf of users that reach public addresses only: nothing inside our network, whatever the name, the notation or the DNS
 * server says. The address that is checked is the one that is connected to, and redirects are not followed. `furtherOrigins` are for tests and
 * development.
 */
export function createPublicRequests(furtherOrigins: readonly string[] = []) {
  return async function sendPublicRequest(request: PublicRequest): Promise<PublicResponse> {
    const url = requirePublicUrl(request.url, furtherOrigins)
    const isTrusted = furtherOrigins.includes(url.origin)
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return new Promise((resolve, reject) => {
      const sent = send(
        url,
        {
          method: request.method ?? 'GET',
          headers: request.headers,
          signal,
          // A connection that was kept would skip the check.
          agent: false,
          ...(isTrusted ? {} : { lookup: lookupPublicAddress }),
        },
        (response) => {
          const chunks: Buffer[] = []
          let size = 0
          const finish = (isComplete: boolean) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).subarray(0, request.maxBytes),
              isComplete,
            })
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            size += chunk.length
            if (size <= request.maxBytes) return
            finish(false)
            sent.destroy()
          })
          response.on('end', () => finish(true))
          response.on('error', reject)
        },
      )
      sent.on('error', (error) => reject(signal.aborted ? new Error('No response within 10 seconds') : error))
      sent.end(request.body)
    })
  }
}

/** Also for checking an address when someone enters it. The name is looked up with each request. */
export function requirePublicUrl(text: string, furtherOrigins: readonly string[] = []) {
  if (!URL.canParse(text)) throw new AddressRefused('Please enter a web address')
  const url = new URL(text)
  if (furtherOrigins.includes(url.origin)) return url
  if (url.protocol !== 'https:') throw new AddressRefused('Please enter an address that starts with https://')
  if (url.username || url.password) throw new AddressRefused('Please enter an address without a password')
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (isIP(host) && !isPublicAddress(host)) throw new AddressRefused('Please enter a public address')
  return url
}

/** Checks what the name stands for, and connects to exactly that. All of its addresses have to be public. */
const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new AddressRefused('This name does not stand for a public address'), '', 0)
    if (options.all) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

/** Neither private, loopback, link-local, shared, reserved nor a translation of such an address. */
export function isPublicAddress(address: string) {
  // An IPv4 address inside an IPv6 address counts as the IPv4 address.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
