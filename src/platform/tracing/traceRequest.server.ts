import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { RequestContext } from '../http/currentRequest.server.ts'
import { calledFunction, requestKind } from '../metrics/countRequest.server.ts'
import { currentTracing, recordSpan } from './inSpan.server.ts'

/** A request begins a trace of its own, unless a proxy that we trust says which one it belongs to. */
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
