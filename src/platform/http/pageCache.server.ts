import { randomBytes } from 'node:crypto'
import { FastResponse } from 'srvx'
import type { Services } from '../services.server.ts'
import { insideRequest } from './currentRequest.server.ts'
import { type NoncedPage, prepareNoncedPage } from './noncedPage.server.ts'

type Render = (request: Request) => Response | Promise<Response>

/** A change shows within five seconds: a page that is this old is rendered anew, and rendering takes a moment itself. */
const MAX_AGE_MS = 4_000
const MAX_PAGES = 500
const MAX_PAGE_BYTES = 1_000_000

/** Whoever has one of these sees pages of their own: a session, or the key to the documents of a listing. */
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
 * What anonymous visitors get is the same for all of them but for the nonce, so it is rendered once for a few seconds. Many who come at once
 * wait for one rendering. Only good answers are kept.
 */
export function createPageCache(render: Render, isShared: (pathname: string) => boolean) {
  const kept = new Map<string, Rendered | Promise<Rendered>>()

  return {
    /** The answer, if this is a page that everybody gets alike. */
    find({ env }: Pick<Services, 'env'>, request: Request, pathname: string): Rendered | Promise<Rendered> | undefined {
      if (env.NODE_ENV === 'development' || !isShared(pathname) || !isAnonymous(request)) return undefined
      const known = kept.get(pathname)
      if (known) return known
      return keep(pathname, renderFor(env.APP_URL + pathname))
    },

    /** An agent who changes something should see it at once, wherever they look. */
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
      // From now on nobody waits for it.
      entry = rendered
      kept.set(pathname, entry)
      setTimeout(drop, renderedAt + MAX_AGE_MS - performance.now()).unref()
    }, drop)
    return rendering
  }

  /** For nobody in particular: nothing of the visitor who happened to be first gets into it, not even the host they asked for. */
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

/** The rendered page with this answer's nonce, compressed where the browser takes it. */
export function respondWithPage({ status, headers, page }: Rendered, request: Request, nonce: string) {
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
  return (accept.includes('text/html') || accept.includes('*/*')) && saysNothing(url)
}

/** Where a visitor comes from changes nothing of the page. */
function saysNothing(url: string) {
  const query = url.indexOf('?')
  return query < 0 || [...new URLSearchParams(url.slice(query)).keys()].every((name) => TRACKING.test(name))
}

const takesGzip = ({ headers }: Request) =>
  /(?:^|[\s,])gzip\s*(?:,|$|;\s*q=(?:1|0\.\d*[1-9]))/.test(headers.get('accept-encoding') ?? '')
