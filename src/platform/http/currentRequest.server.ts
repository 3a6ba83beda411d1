import { AsyncLocalStorage } from 'node:async_hooks'
import { DEFAULT_LOCALE } from './requestHeaders.ts'
import type { StaticPage } from './staticPage.ts'

/** Available to all code that runs during a request. */
export interface RequestContext {
  /** None for a static page, whose scripts are allowed by their hash. */
  nonce?: string
  requestId: string
  clientIp: string
  /** The address at the other end of the connection: the visitor, or a proxy. */
  peer: string
  userAgent?: string
  /** Whether a server function's middleware has started. */
  reachedCall: boolean
  /** The request of a server function, until its middleware reads the payload. */
  callRequest?: Request
  /** Whether a server function has found the session of an agent. */
  isByAgent?: boolean
  /** Whether the page can be rendered without the data that is being loaded. */
  isOptional?: boolean
  /** Calls back when the response is complete or its connection closed. */
  onClose?(listener: () => void): void
  /** The static page that is being rendered. */
  staticPage?: StaticPage
  /** The sites that may show the page in a frame. */
  frameAncestors?: readonly string[]
  /** For dates and numbers on the page. */
  locale?: string
  /** The browser's own locale. Not for cached pages, nor for emails to others. */
  callerLocale?: string
}

/** Global, because in development a request may still run when changed sources are loaded again. */
const REQUESTS_KEY = Symbol.for('property-files.requests')
const globalStore = globalThis as { [REQUESTS_KEY]?: AsyncLocalStorage<RequestContext> }
const storage = globalStore[REQUESTS_KEY] ?? new AsyncLocalStorage<RequestContext>()
globalStore[REQUESTS_KEY] = storage

export const runInRequestContext = <T>(context: RequestContext, run: () => T) => storage.run(context, run)

export const requestNonce = () => storage.getStore()?.nonce

/** Nothing in background jobs. */
export const currentUserAgent = () => storage.getStore()?.userAgent

export function currentRequest(): RequestContext {
  const context = storage.getStore()
  if (!context) throw new Error('Not inside a request.')
  return context
}

/** A static page shows something of this listing or agent, and is rendered again when that changes. */
export const noteShown = (id: string) => void storage.getStore()?.staticPage?.shown.add(id)

/** A static page shows something that can change without notice, such as a price. */
export function limitPageAge(maxAgeMs: number) {
  const page = storage.getStore()?.staticPage
  if (page) page.maxAgeMs = Math.min(maxAgeMs, page.maxAgeMs ?? maxAgeMs)
}

/** The page may be shown in a frame by us and these sites. All others can't be. */
export function allowFramesOn(sites: readonly string[]) {
  const request = storage.getStore()
  if (request) request.frameAncestors = sites
}

/** The locale of the signed-in agent who makes this request. */
export const callerLocale = () => storage.getStore()?.callerLocale ?? DEFAULT_LOCALE

/** The default locale outside of a request. */
export const serverPageLocale = () => storage.getStore()?.locale ?? DEFAULT_LOCALE
