import { AsyncLocalStorage } from 'node:async_hooks'
import { DEFAULT_LOCALE } from './requestHeaders.ts'

/** What every request carries, for code that runs inside it. */
export interface RequestContext {
  nonce: string
  requestId: string
  clientIp: string
  /** Who holds the other end of the line: the visitor, or a proxy. */
  peer: string
  /** What the browser says of itself, if somebody's browser is there. */
  userAgent?: string
  /** Whether a server function's own chain has begun. */
  reachedCall: boolean
  /** What was sent to a server function, until its middleware reads it. */
  callRequest?: Request
  /** Whether a server function has found the session of an agent. */
  isByAgent?: boolean
  /** Whether the page that is being rendered can do without what is being loaded. */
  isOptional?: boolean
  /** Calls back when the answer is through, or its connection gone. Nothing where no connection is known. */
  onClose?(listener: () => void): void
  /** How dates and numbers are written in the answer. */
  locale?: string
  /** Where the browser says it is. Not for pages that are the same for everybody, nor for emails to others. */
  callerLocale?: string
}

const storage = new AsyncLocalStorage<RequestContext>()

export const insideRequest = <T>(context: RequestContext, run: () => T) => storage.run(context, run)

/** Nothing in background work. */
export const currentUserAgent = () => storage.getStore()?.userAgent

export function currentRequest(): RequestContext {
  const context = storage.getStore()
  if (!context) throw new Error('Not inside a request.')
  return context
}

/** Where the signed-in agent who makes this request is. */
export const callerLocale = () => storage.getStore()?.callerLocale ?? DEFAULT_LOCALE

/** Outside of a request nobody in particular is looking. */
export const requestLocale = () => storage.getStore()?.locale ?? DEFAULT_LOCALE
