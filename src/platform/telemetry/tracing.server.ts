import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Database } from '#db/client.server.ts'
import type { SettingsWithoutSecrets } from '../config/env.server.ts'
import type { RequestContext } from '../http/currentRequest.server.ts'
import { trustedProxyCheck } from '../http/ipAddresses.server.ts'
import type { Storage } from '../storage/storage.ts'
import type { Log } from './log.server.ts'
import { calledFunction, requestKind } from './metrics.server.ts'

const TRACING_KEY = Symbol.for('property-files.tracing')
const globalStore = globalThis as { [TRACING_KEY]?: Tracing }

/** On the global object, like the services. Undefined without a collector. */
const currentTracing = () => globalStore[TRACING_KEY]
const provideTracing = (tracing: Tracing | undefined) => {
  globalStore[TRACING_KEY] = tracing
}

export const isTracing = () => currentTracing() !== undefined

/**
 * Records how long an operation took and what it was part of. Facts are constants and numbers: no URL with its query, no person, no id
 * of a buyer, and of an error only its name, because messages may quote input.
 */
export function inSpan<T>(name: string, facts: Attributes, work: () => Promise<T>): Promise<T> {
  const tracing = currentTracing()
  return tracing ? recordSpan(tracing, { name, facts }, work) : work()
}

interface SpanOptions {
  name: string
  facts: Attributes
  kind?: SpanKind
  parent?: Context
}

async function recordSpan<T>(
  { tracer }: Tracing,
  { name, facts, kind = SpanKind.INTERNAL, parent = context.active() }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, { kind, attributes: facts }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span))
  } catch (error) {
    const refusal = refusalStatus(error)
    if (refusal) span.setAttribute('property_files.refused', refusal)
    else span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** A refusal is a normal response, not a failure. */
function refusalStatus(error: unknown) {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status >= 300 && status < 500 ? status : undefined
}

const errorType = (error: unknown) => (error instanceof Error ? error.name : typeof error)

interface Tracing {
  tracer: Tracer
  /** Whether to accept the trace id that this peer sends. */
  trustsPeer: (peer: string) => boolean
}

export interface TracingSettings {
  endpoint: string
  /** Each is `name=value`. */
  headers: string[]
  serviceName: string
  share: number
  onTrouble: () => void
}

/** Returns a function that stops tracing. Without an endpoint nothing is loaded or recorded. */
export async function startTracing(env: SettingsWithoutSecrets, log: Log): Promise<() => Promise<void>> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers = [],
    OTEL_SERVICE_NAME: serviceName,
    OTEL_TRACES_SAMPLER_ARG: share,
  } = env
  if (!endpoint) return async () => {}
  const { openTracer } = await import('./openTracer.server.ts')
  let isReported = false
  const onTrouble = () => {
    // Once, so that an unreachable collector does not fill the log.
    if (!isReported) log.warn('traces cannot be delivered to OTEL_EXPORTER_OTLP_ENDPOINT')
    isReported = true
  }
  const { tracer, stop } = openTracer({ endpoint, headers, serviceName, share, onTrouble })
  provideTracing({ tracer, trustsPeer: trustedProxyCheck(env.TRUSTED_PROXIES) })
  return async () => {
    provideTracing(undefined)
    await stop()
  }
}

/** Starts a new trace, unless a trusted proxy sends the trace that the request belongs to. */
export function traceRequest(
  request: Request,
  pathname: string,
  arrival: RequestContext,
  answer: () => Promise<Response>,
): Promise<Response> {
  const tracing = currentTracing()
  if (!tracing) return answer()
  const { method, headers } = request
  const kind = requestKind(method, pathname)
  const parent = tracing.trustsPeer(arrival.peer) ? parseTraceparent(headers.get('traceparent') ?? '') : ROOT_CONTEXT
  const facts = { 'http.request.method': method.slice(0, 10), 'property_files.kind': kind }
  return recordSpan(
    tracing,
    { name: `${method.slice(0, 10)} ${kind}`, facts, kind: SpanKind.SERVER, parent },
    async (span) => {
      const response = await answer()
      const call = arrival.reachedCall && calledFunction(pathname)
      if (call) span.setAttribute('property_files.call', call)
      span.setAttribute('http.response.status_code', response.status)
      span.setAttribute('property_files.request_id', arrival.requestId)
      if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      return response
    },
  )
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function parseTraceparent(traceparent: string) {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? []
  const named = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(named) ? trace.setSpanContext(ROOT_CONTEXT, named) : ROOT_CONTEXT
}

/** Gives each transaction a span. Does nothing without tracing. */
export function traceTransactions({ db }: Pick<Database, 'db'>) {
  if (!currentTracing()) return
  const transaction = db.transaction.bind(db)
  db.transaction = (work, settings) => inSpan('transaction', {}, () => transaction(work, settings))
}

/** Gives each operation of the storage a span. */
export function traceStorage(storage: Storage): Storage {
  if (!currentTracing()) return storage
  const told =
    <Args extends unknown[], T>(operation: string, act: (...args: Args) => Promise<T>) =>
    (...args: Args) =>
      inSpan(`storage ${operation}`, {}, () => act.apply(storage, args))
  return {
    ...storage,
    beginUpload: told('begin upload', storage.beginUpload),
    finishUpload: told('finish upload', storage.finishUpload),
    abandonUpload: told('abandon upload', storage.abandonUpload),
    read: told('read', storage.read),
    write: told('write', storage.write),
    stat: told('stat', storage.stat),
    remove: told('remove', storage.remove),
  }
}
