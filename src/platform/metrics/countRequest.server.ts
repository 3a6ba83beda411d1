import { EVENT_PATH } from '../events/events.ts'
import { meters } from './meters.server.ts'

export type RequestKind = 'call' | 'page' | 'asset' | 'photo' | 'document' | 'event' | 'crawler' | 'webhook' | 'other'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT'])
const CALL = /^\/_serverFn\/(\w{1,60})$/
const PHOTO = /^\/(?:photos|agent-photo)\/|\/preview\.jpg$/
const DOCUMENT = /^\/(?:storage|portal\/exports)\/|\/documents\.zip$|^\/portal\/\w+\.csv$/
const CRAWLER = /^\/(?:robots\.txt|llms\.txt|\.well-known\/|sitemap)/
const OTHER = /^\/(?:healthz|readyz|metrics|dev\/|checkout\/)/

interface AnsweredRequest {
  method: string
  pathname: string
  status: number
  /** Only a call that exists gets this far: made-up names must not become labels. */
  reachedCall: boolean
  seconds: number
}

export function countRequest({ method, pathname, status, reachedCall, seconds }: AnsweredRequest) {
  const kind = requestKind(method, pathname)
  meters.requests.observe(
    {
      kind,
      call: kind === 'call' && reachedCall ? (calledFunction(pathname) ?? '') : '',
      method: METHODS.has(method) ? method : 'OTHER',
      status: `${Math.floor(status / 100)}xx`,
    },
    seconds,
  )
}

/** Static files are known by name, wherever they lie. */
export const countAsset = (method: string, status: number, seconds: number) =>
  meters.requests.observe({ kind: 'asset', call: '', method, status: `${Math.floor(status / 100)}xx` }, seconds)

export const calledFunction = (pathname: string) => CALL.exec(pathname)?.[1]

/** The most frequent come first. */
export function requestKind(method: string, pathname: string): RequestKind {
  if (pathname === EVENT_PATH) return 'event'
  if (pathname.startsWith('/_serverFn/')) return 'call'
  if (PHOTO.test(pathname)) return 'photo'
  if (DOCUMENT.test(pathname)) return 'document'
  if (CRAWLER.test(pathname)) return 'crawler'
  if (pathname.startsWith('/webhooks/')) return 'webhook'
  return OTHER.test(pathname) || (method !== 'GET' && method !== 'HEAD') ? 'other' : 'page'
}
