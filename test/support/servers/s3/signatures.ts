import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { SignatureV4 } from '@smithy/signature-v4'
import { S3Error } from './answer.ts'

export interface Keys {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const SKEW = 15 * 60_000
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** Signs the request again with Amazon's own code and compares. Returns the hash that the body must have, if one was signed. */
export async function verifySignature(keys: Keys, request: IncomingMessage, url: URL) {
  const presigned = url.searchParams.has('X-Amz-Signature')
  const signature = presigned ? await presignAgain(keys, request, url) : await signAgain(keys, request, url)
  if (!isEqual(signature.given, signature.right)) throw new S3Error(403, 'SignatureDoesNotMatch')
  const hash = presigned ? UNSIGNED : String(request.headers['x-amz-content-sha256'])
  return hash === UNSIGNED ? undefined : hash
}

async function presignAgain(keys: Keys, request: IncomingMessage, url: URL) {
  const query = Object.fromEntries(url.searchParams)
  const take = (name: string) => {
    const value = query[name] ?? ''
    delete query[name]
    return value
  }
  const [given, signingDate, expiresIn] = [
    take('X-Amz-Signature'),
    parseDate(take('X-Amz-Date')),
    Number(take('X-Amz-Expires')),
  ]
  checkScope(keys, take('X-Amz-Credential'))
  const signed = take('X-Amz-SignedHeaders').split(';')
  if (take('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw new S3Error(400, 'AuthorizationQueryParametersError')
  const payload = take('X-Amz-Content-Sha256')
  if (signingDate.getTime() + expiresIn * 1000 <= Date.now()) throw new S3Error(403, 'AccessDenied')
  const headers = { ...pick(request, signed), 'X-Amz-Content-Sha256': payload }
  const again = await signer(keys).presign(toSign(request, url, headers, query), { signingDate, expiresIn })
  return { given, right: String(again.query?.['X-Amz-Signature']) }
}

async function signAgain(keys: Keys, request: IncomingMessage, url: URL) {
  const { authorization = '' } = request.headers
  const [, credential = '', names = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(authorization) ?? []
  if (!given) throw new S3Error(403, 'AccessDenied')
  checkScope(keys, credential)
  const signingDate = parseDate(String(request.headers['x-amz-date']))
  if (Math.abs(signingDate.getTime() - Date.now()) > SKEW) throw new S3Error(403, 'RequestTimeTooSkewed')
  const headers = pick(request, names.split(';'))
  const again = await signer(keys).sign(toSign(request, url, headers, Object.fromEntries(url.searchParams)), {
    signingDate,
  })
  return { given, right: /Signature=(\w+)$/.exec(again.headers.authorization ?? '')?.[1] ?? '' }
}

const signer = ({ region, ...credentials }: Keys) =>
  new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false, applyChecksum: false })

class Sha256 {
  private readonly hash: Hash | Hmac
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    if (secret === undefined) this.hash = createHash('sha256')
    else this.hash = createHmac('sha256', typeof secret === 'string' ? secret : toBuffer(secret))
  }
  update(data: Uint8Array) {
    this.hash.update(data)
  }
  async digest() {
    return new Uint8Array(this.hash.digest())
  }
  reset() {}
}

const toBuffer = (bytes: ArrayBuffer | ArrayBufferView) =>
  bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const toSign = (
  { method = 'GET' }: IncomingMessage,
  { hostname, pathname, port }: URL,
  headers: Record<string, string>,
  query: Record<string, string>,
) => ({ method, protocol: 'http:', hostname, port: Number(port), path: decodeURI(pathname), query, headers })

const pick = (request: IncomingMessage, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, String(request.headers[name] ?? '')]))

function checkScope({ accessKeyId, region }: Keys, credential: string) {
  const [id, , scopeRegion, service, end] = credential.split('/')
  if (id !== accessKeyId || scopeRegion !== region || service !== 's3' || end !== 'aws4_request')
    throw new S3Error(403, 'InvalidAccessKeyId')
}

/** `20261115T064400Z` */
function parseDate(text: string) {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(date.getTime())) throw new S3Error(403, 'AccessDenied')
  return date
}

function isEqual(a: string, b: string) {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
