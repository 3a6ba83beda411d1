import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import type { Database } from '#db/client.server.ts'
import type { Services } from '../services.server.ts'
import { countRequestOfKind } from '../telemetry/metrics.server.ts'
import { isTracing } from '../telemetry/tracing.server.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface RenderedPage {
  status: number
  headers: Headers
  body: Buffer<ArrayBuffer>
  /** Ids of the listings and agents that it shows. */
  shown: ReadonlySet<string>
  /** For a page that lacks something for now, or shows something whose changes are not announced. */
  maxAgeMs?: number
}

/** What is sent for a page in one encoding. */
export interface PageBytes {
  status: number
  body: Buffer<ArrayBuffer>
  etag: string
  /** As Node takes them: name, value, name, value. */
  headers: string[]
  /** For a browser that has these bytes already. */
  unchangedHeaders: string[]
}

export type StaticPages = Awaited<ReturnType<typeof openStaticPages>>

/** Nothing on a page changes with time but the year of a date. */
const MAX_AGE_MS = 24 * 3600_000
/** A browser and a CDN may keep the page, and ask each time whether it has changed. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate'
const BROTLI_QUALITY = 5
const MAX_REMEMBERED_CHANGES = 10_000

/** The channel of the triggers in drizzle/0014_page_changes.sql. Its messages are the ids of listings and agents. */
const CHANGES_CHANNEL = 'page_changed'

/** Kept pages that follow the changes in the database, whichever process makes them. */
export async function openStaticPages({ listen }: Pick<Database, 'listen'>, budgetBytes: number) {
  const pages = createStaticPages(budgetBytes)
  const { settle, close } = await listen(CHANGES_CHANNEL, pages.forget, pages.resume, pages.pause)
  return { ...pages, settle, close }
}

/** Without visitors nothing is kept, and no changes need to be heard of. */
export const keepNoPages = (): StaticPages => ({
  ...createStaticPages(0),
  settle: async () => {},
  close: async () => {},
})

/**
 * Pages that are the same for everyone, kept in memory until something on them changes. Visitors of a page that is not there yet
 * wait for one rendering. Only successful responses are kept, and only while changes are announced.
 */
export function createStaticPages(budgetBytes: number) {
  /** By path. The first is the one that nobody has asked for the longest. */
  const kept = new Map<string, KeptPage>()
  /** The paths of kept pages by what they show. */
  const pathsShowing = new Map<string, Set<string>>()
  const renderings = new Map<string, Rendering>()
  /** How many changes there have been, and which of them was the last of an id. The latter matters while something is rendered. */
  let changes = 0
  const lastChanges = new Map<string, number>()
  let usedBytes = 0
  let isInformed = false

  return {
    find(pathname: string, encoding: Encoding): PageBytes | undefined {
      const page = kept.get(pathname)
      if (!page) return undefined
      if (page.expiresAt <= Date.now()) {
        drop(page)
        return undefined
      }
      kept.delete(pathname)
      kept.set(pathname, page)
      return bytesIn(page, encoding)
    },

    /** Renders a page that is not kept, once for all who wait for it. */
    async render(pathname: string, encoding: Encoding, render: () => Promise<RenderedPage>): Promise<PageBytes> {
      const hasMissedChange = changes > (renderings.get(pathname)?.began ?? changes)
      const { page, isStale } = await renderingOf(pathname, render)
      if (!hasMissedChange || !isStale) return bytesIn(page, encoding)
      const second = await renderingOf(pathname, render)
      return bytesIn(second.page, encoding)
    },

    /** What has this id has changed: a listing, its files, or an agent. */
    forget(id: string) {
      changes += 1
      if (renderings.size > 0) lastChanges.set(id, changes)
      if (lastChanges.size > MAX_REMEMBERED_CHANGES) forgetRenderings()
      for (const pathname of pathsShowing.get(id) ?? []) {
        const page = kept.get(pathname)
        if (page) drop(page)
      }
    },

    /** Changes are announced from now on. Some may have been missed. */
    resume() {
      forgetAll()
      isInformed = true
    },

    /** Changes are no longer announced: every visitor gets a new rendering. */
    pause() {
      forgetAll()
      isInformed = false
    },
  }

  function renderingOf(pathname: string, render: () => Promise<RenderedPage>) {
    const underWay = renderings.get(pathname)
    if (underWay) return underWay.finished
    const rendering: Rendering = { began: changes, finished: finish() }
    renderings.set(pathname, rendering)
    return rendering.finished

    async function finish() {
      try {
        const page = toKeptPage(pathname, await render())
        const isStale = renderings.get(pathname) !== rendering || hasChanged(page, rendering.began)
        if (page.status === 200 && isInformed && !isStale) keep(page)
        return { page, isStale }
      } finally {
        if (renderings.get(pathname) === rendering) renderings.delete(pathname)
        if (renderings.size === 0) lastChanges.clear()
      }
    }
  }

  /** An error does not know what it would have shown, so any change may have been its own. */
  function hasChanged({ status, shown }: KeptPage, since: number) {
    if (status !== 200) return changes > since
    return [...shown].some((id) => (lastChanges.get(id) ?? 0) > since)
  }

  function keep(page: KeptPage) {
    kept.set(page.pathname, page)
    for (const id of page.shown) pathsShowing.set(id, (pathsShowing.get(id) ?? new Set()).add(page.pathname))
    for (const { body } of page.bytes.values()) usedBytes += body.length
    evict()
  }

  function drop(page: KeptPage) {
    kept.delete(page.pathname)
    for (const { body } of page.bytes.values()) usedBytes -= body.length
    for (const id of page.shown) {
      const paths = pathsShowing.get(id)
      paths?.delete(page.pathname)
      if (paths?.size === 0) pathsShowing.delete(id)
    }
  }

  function evict() {
    for (const page of kept.values()) {
      if (usedBytes <= budgetBytes) return
      drop(page)
    }
  }

  /** Those who wait for one get it, but nobody else does, and it is not kept. */
  function forgetRenderings() {
    renderings.clear()
    lastChanges.clear()
  }

  function forgetAll() {
    changes += 1
    forgetRenderings()
    kept.clear()
    pathsShowing.clear()
    usedBytes = 0
  }

  /** Once a page is compressed, its plain text is only kept if somebody asks for that. */
  function bytesIn(page: KeptPage, encoding: Encoding) {
    const known = page.bytes.get(encoding)
    if (known) return known
    const bytes = toPageBytes(page, encoding, encode(plainText(page), encoding))
    page.bytes.set(encoding, bytes)
    if (encoding !== 'identity') page.plain = undefined
    if (kept.get(page.pathname) === page) {
      usedBytes += bytes.body.length
      evict()
    }
    return bytes
  }
}

interface Rendering {
  /** How many changes there had been when it began. */
  began: number
  /** Stale if what the page shows has changed meanwhile. */
  finished: Promise<{ page: KeptPage; isStale: boolean }>
}

interface KeptPage {
  pathname: string
  status: number
  headers: Headers
  shown: ReadonlySet<string>
  expiresAt: number
  hash: string
  /** Undefined once it is compressed. */
  plain: Buffer<ArrayBuffer> | undefined
  bytes: Map<Encoding, PageBytes>
}

const toKeptPage = (pathname: string, rendered: RenderedPage): KeptPage => ({
  pathname,
  status: rendered.status,
  headers: rendered.headers,
  shown: rendered.shown,
  expiresAt: Date.now() + (rendered.maxAgeMs ?? MAX_AGE_MS),
  hash: createHash('sha256').update(rendered.body).digest('base64url').slice(0, 22),
  plain: rendered.body,
  bytes: new Map(),
})

function plainText({ plain: rendered, bytes }: KeptPage) {
  if (rendered) return rendered
  const plain = bytes.get('identity')
  if (plain) return plain.body
  const brotli = bytes.get('br')
  if (brotli) return brotliDecompressSync(brotli.body)
  const zipped = bytes.get('gzip')
  if (zipped) return gunzipSync(zipped.body)
  throw new Error('A kept page has lost its text.')
}

/** At once: handing a page to another thread takes longer than compressing it. */
function encode(plain: Buffer<ArrayBuffer>, encoding: Encoding) {
  if (encoding === 'identity') return plain
  if (encoding === 'gzip') return gzipSync(plain)
  return brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
}

function toPageBytes(page: KeptPage, encoding: Encoding, body: Buffer<ArrayBuffer>): PageBytes {
  const headers = new Headers(page.headers)
  // Bytes that are encoded in another way are other bytes, so they have another tag.
  const etag = `"${page.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
  headers.set('vary', 'accept-encoding')
  if (page.status === 200) {
    headers.set('etag', etag)
    headers.set('cache-control', CACHE_CONTROL)
  }
  const unchangedHeaders = flatten(headers)
  headers.set('content-length', String(body.length))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return { status: page.status, body, etag, headers: flatten(headers), unchangedHeaders }
}

const flatten = (headers: Headers) => [...headers].flat()

/** The best encoding that the browser takes. Browsers send one of a few headers, so the answer is remembered. */
export function chooseEncoding(accepted = ''): Encoding {
  const known = chosen.get(accepted)
  if (known) return known
  const encoding = takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : 'identity'
  if (chosen.size < MAX_REMEMBERED && accepted.length < MAX_HEADER_LENGTH) chosen.set(accepted, encoding)
  return encoding
}

const chosen = new Map<string, Encoding>()
const MAX_REMEMBERED = 100
const MAX_HEADER_LENGTH = 100

function takes(accepted: string, encoding: Encoding) {
  const choices = accepted.split(',').map((choice) => choice.trim().split(/\s*;\s*/))
  const choice = choices.find(([name]) => name?.toLowerCase() === encoding)
  return choice !== undefined && !choice.slice(1).some((parameter) => /^q=0(\.0*)?$/i.test(parameter))
}

/** Whether the browser has these bytes already. */
export const browserHasPage = (ifNoneMatch: string | undefined, { etag, status }: PageBytes) =>
  status === 200 && ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(etag))

/**
 * Answers with a page from memory. Most requests end here, so it goes without the objects that the rest of the application works
 * with, and, like a static file, without a request id and a log line. Returns false if the page is not kept.
 */
export function sendStaticPage(
  { pages }: Pick<Services, 'pages'>,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
) {
  if ((method !== 'GET' && method !== 'HEAD') || isTracing()) return false
  const started = performance.now()
  const query = url.indexOf('?')
  const pathname = query < 0 ? url : url.slice(0, query)
  if (!isForEveryone(query < 0 ? '' : url.slice(query), headers.accept) || !PLAIN_HOST.test(headers.host ?? ''))
    return false
  const bytes = pages.find(pathname, chooseEncoding(headers['accept-encoding']))
  if (!bytes) return false

  const isUnchanged = browserHasPage(headers['if-none-match'], bytes)
  const status = isUnchanged ? 304 : bytes.status
  response.writeHead(status, isUnchanged ? bytes.unchangedHeaders : bytes.headers)
  response.end(isUnchanged || method === 'HEAD' ? undefined : bytes.body)
  countRequestOfKind('page', method, status, (performance.now() - started) / 1000)
  return true
}

/** The application decides about any other: a client may send what it likes. */
const PLAIN_HOST = /^[\w.-]+(?::[1-5]?\d{1,4})?$/

/** Only the agent's preview differs, and only by its query. Anything else in a query changes nothing. */
export const isForEveryone = (search: string, accept = '*/*') =>
  (accept.includes('text/html') || accept.includes('*/*')) && !search.includes('preview')
