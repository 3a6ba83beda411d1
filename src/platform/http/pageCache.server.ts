import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, gunzip } from 'node:zlib'
import { FastResponse } from 'srvx'
import type { Services } from '../services.server.ts'
import { insideRequest } from './currentRequest.server.ts'

type Render = (request: Request) => Response | Promise<Response>

/** A change must show within five seconds, rendering time included. */
const MAX_AGE_MS = 4_000
const MAX_PAGES = 500
const MAX_PAGE_BYTES = 1_000_000

/** Visitors with a session or a listing's document key get personal pages. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:__Host-)?(?:session|list_[0-9a-z]+)=/
const TRACKING = /^(?:utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|ttclid|igshid|mc_[ce]id)$/

interface Rendered {
  status: number
  headers: [string, string][]
  page: NoncedPage
  renderedAt: number
}

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Anonymous visitors all get the same page except for the nonce, so it is rendered once for a few seconds. Simultaneous visitors
 * wait for one rendering. Only successful responses are kept.
 */
export function createPageCache(render: Render, isShared: (pathname: string) => boolean) {
  const kept = new Map<string, Rendered | Promise<Rendered>>()

  return {
    /** The rendered page, if it is the same for everyone. */
    find({ env }: Pick<Services, 'env'>, request: Request, pathname: string): Rendered | Promise<Rendered> | undefined {
      if (env.NODE_ENV === 'development' || !isShared(pathname) || !isAnonymous(request)) return undefined
      const known = kept.get(pathname)
      if (known) return known
      return keep(pathname, renderFor(env.APP_URL + pathname))
    },

    /** An agent who changes something should see it on public pages at once. */
    forget: () => kept.clear(),
  }

  function keep(pathname: string, rendering: Promise<Rendered>) {
    let entry: Rendered | Promise<Rendered> = rendering
    const isKept = () => kept.get(pathname) === entry
    const drop = () => isKept() && kept.delete(pathname)
    kept.set(pathname, entry)
    const [oldest] = kept.keys()
    if (kept.size > MAX_PAGES && oldest) kept.delete(oldest)
    rendering.then((rendered) => {
      const { status, page, renderedAt } = rendered
      if (status !== 200 || page.size > MAX_PAGE_BYTES) return drop()
      if (!isKept()) return
      // Replaces the promise, so that later visitors need not await it.
      entry = rendered
      kept.set(pathname, entry)
      setTimeout(drop, renderedAt + MAX_AGE_MS - performance.now()).unref()
    }, drop)
    return rendering
  }

  /** Renders without anything from the first visitor's request, not even its host. */
  async function renderFor(url: string): Promise<Rendered> {
    const renderedAt = performance.now()
    const nonce = randomBytes(18).toString('hex')
    const context = {
      nonce,
      requestId: randomBytes(8).toString('hex'),
      clientIp: '0.0.0.0',
      peer: '0.0.0.0',
      reachedCall: false,
    }
    const request = new Request(url, { headers: { accept: 'text/html' } })
    return insideRequest(context, async () => {
      const response = await render(request)
      const page = await prepareNoncedPage(await response.text(), nonce)
      const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
      return { status: response.status, headers, page, renderedAt }
    })
  }
}

/** The rendered page with this response's nonce, compressed if the browser accepts it. */
export function toPageResponse({ status, headers, page }: Rendered, request: Request, nonce: string) {
  const isZipped = takesGzip(request)
  const body = isZipped ? page.zipped(nonce) : page.plain(nonce)
  const answer = new FastResponse(body, { status, headers })
  answer.headers.set('content-length', String(body.length))
  answer.headers.append('vary', 'accept-encoding, cookie')
  if (isZipped) answer.headers.set('content-encoding', 'gzip')
  return answer
}

function isAnonymous({ method, headers, url }: Request) {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (PERSONAL_COOKIE.test(headers.get('cookie') ?? '')) return false
  const accept = headers.get('accept') ?? '*/*'
  return (accept.includes('text/html') || accept.includes('*/*')) && hasOnlyTrackingParams(url)
}

/** Whether the query string has only tracking parameters, which do not change the page. */
function hasOnlyTrackingParams(url: string) {
  const query = url.indexOf('?')
  return query < 0 || [...new URLSearchParams(url.slice(query)).keys()].every((name) => TRACKING.test(name))
}

const takesGzip = ({ headers }: Request) =>
  /(?:^|[\s,])gzip\s*(?:,|$|;\s*q=(?:1|0\.\d*[1-9]))/.test(headers.get('accept-encoding') ?? '')

const compress = promisify(deflateRaw)
const unzip = promisify(gunzip)

/** 16 bytes in base64, as `withRequestContext` creates them. */
const NONCE_LENGTH = 24
/**
 * A placeholder for the nonce. UTF-8 text never has these bytes, and no three of them repeat, so that deflate can only refer to
 * another whole placeholder.
 */
const NONCE_PLACEHOLDER = Buffer.from('fffefdfcfbfaf9f8f7f6f5c1c0fffdfbf9f7f5c0fefcfaf8', 'hex')
const DEFLATE_WINDOW_BYTES = 32_768
/** Within this distance, deflate can refer back to an earlier placeholder. */
const MAX_BACK_REFERENCE_BYTES = 30_000
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const GZIP_END = Buffer.alloc(8)
/** The header of an uncompressed deflate block with the length of a nonce. */
const STORED_BLOCK_HEADER = Buffer.from([0, NONCE_LENGTH, 0, 255 - NONCE_LENGTH, 255])

/** A page that is rendered and compressed once, and gets a new nonce in every response. */
interface NoncedPage {
  size: number
  plain(nonce: string): Buffer<ArrayBuffer>
  zipped(nonce: string): Buffer<ArrayBuffer>
}

export async function prepareNoncedPage(html: string, placeholder: string): Promise<NoncedPage> {
  const page = withGaps(html.split(placeholder).map((part) => Buffer.from(part)))
  const plain = filled(page)
  const isNear = (place: number, nth: number) =>
    nth > 0 && place - (page.places[nth - 1] ?? 0) < MAX_BACK_REFERENCE_BYTES
  // A page has dozens of nonces. Nearly always the first is stored uncompressed, and the others refer back to it.
  const quick = await zipAround(
    page,
    page.places.filter((place, nth) => !isNear(place, nth)),
  )
  const isTrue = await unzip(quick(TRIAL_NONCE)).then(
    (text) => text.equals(plain(TRIAL_NONCE)),
    () => false,
  )
  return { size: page.template.length, plain, zipped: isTrue ? quick : await zipAround(page, page.places) }
}

/** A nonce to check the result with: if a placeholder was compressed as text, the page does not match. */
const TRIAL_NONCE = 'a nonce for a single try'

interface Gapped {
  template: Buffer
  places: number[]
}

/** Compresses once. Returns a function that inserts a nonce at each of these places. */
async function zipAround({ template, places }: Gapped, cuts: number[]) {
  const fillZipped = filled(withGaps(await zip(template, cuts)))
  const scratch = Buffer.from(template)
  /** Only the checksum, which is part of the gzip format, is computed for each response, without a copy of the text. */
  return (nonce: string) => {
    const page = fillZipped(nonce)
    page.writeUInt32LE(crc32(fill(scratch, places, nonce)), page.length - 8)
    page.writeUInt32LE(template.length, page.length - 4)
    return page
  }
}

/** Joins the parts, with a placeholder for a nonce between any two. */
function withGaps(parts: Buffer[]): Gapped {
  let end = 0
  const places = parts.slice(0, -1).map(({ length }, nth) => {
    end += length
    return end + nth * NONCE_LENGTH
  })
  return { template: Buffer.concat(parts.flatMap((part, nth) => (nth ? [NONCE_PLACEHOLDER, part] : [part]))), places }
}

const filled =
  ({ template, places }: Gapped) =>
  (nonce: string) =>
    fill(Buffer.from(template), places, nonce)

function fill<Page extends Buffer>(page: Page, places: number[], nonce: string) {
  for (const place of places) page.write(nonce, place, 'latin1')
  return page
}

/** Compresses the parts between the cuts, each with the preceding text as its dictionary; the nonce at a cut has its own block. */
async function zip(template: Buffer, cuts: number[]) {
  const zipped = await Promise.all(
    [...cuts, template.length].map((end, nth) => {
      const start = nth ? (cuts[nth - 1] ?? 0) + NONCE_LENGTH : 0
      const dictionary = template.subarray(Math.max(0, start - DEFLATE_WINDOW_BYTES), start)
      const finishFlush = nth < cuts.length ? constants.Z_SYNC_FLUSH : constants.Z_FINISH
      return compress(template.subarray(start, end), { finishFlush, ...(nth && { dictionary }) })
    }),
  )
  return zipped.map((part, nth) =>
    Buffer.concat([nth ? empty : GZIP_HEAD, part, nth < cuts.length ? STORED_BLOCK_HEADER : GZIP_END]),
  )
}

const empty = Buffer.alloc(0)
