import { type Attributes, type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Tracing } from './startTracing.server.ts'

const TRACING_KEY = Symbol.for('property-files.tracing')
const globalStore = globalThis as { [TRACING_KEY]?: Tracing }

/** On the global object, like the services. Nothing while there is nobody to tell. */
export const currentTracing = () => globalStore[TRACING_KEY]
export const provideTracing = (tracing: Tracing | undefined) => {
  globalStore[TRACING_KEY] = tracing
}

/**
 * Tells how long a deed took and what it was part of. Facts are words of ours and numbers: no address with its query, no person, no id
 * of a buyer, and of an error its name alone, because messages quote what was sent.
 */
export function inSpan<T>(name: string, facts: Attributes, deed: () => Promise<T>): Promise<T> {
  const tracing = currentTracing()
  return tracing ? recordSpan(tracing, { name, facts }, deed) : deed()
}

interface SpanOptions {
  name: string
  facts: Attributes
  kind?: SpanKind
  parent?: Context
}

export async function recordSpan<T>(
  { tracer }: Tracing,
  { name, facts, kind = SpanKind.INTERNAL, parent = context.active() }: SpanOptions,
  deed: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, { kind, attributes: facts }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), () => deed(span))
  } catch (error) {
    const refusal = refusalStatus(error)
    if (refusal) span.setAttribute('property_files.refused', refusal)
    else span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** A refusal is an answer, not a failure. */
function refusalStatus(error: unknown) {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status >= 300 && status < 500 ? status : undefined
}

const errorType = (error: unknown) => (error instanceof Error ? error.name : typeof error)
