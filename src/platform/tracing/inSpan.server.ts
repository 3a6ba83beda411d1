import { type Attributes, type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Tracing } from './startTracing.server.ts'

const KEY = Symbol.for('property-files.tracing')
const shelf = globalThis as { [KEY]?: Tracing }

/** On the global object, like the services. Nothing while there is nobody to tell. */
export const currentTracing = () => shelf[KEY]
export const provideTracing = (tracing: Tracing | undefined) => {
  shelf[KEY] = tracing
}

/**
 * Tells how long a deed took and what it was part of. Facts are words of ours and numbers: no address with its query, no person, no id
 * of a buyer, and of an error its name alone, because messages quote what was sent.
 */
export function inSpan<T>(name: string, facts: Attributes, deed: () => Promise<T>): Promise<T> {
  const tracing = currentTracing()
  return tracing ? recordSpan(tracing, { name, facts }, deed) : deed()
}

interface Beginning {
  name: string
  facts: Attributes
  kind?: SpanKind
  parent?: Context
}

export async function recordSpan<T>(
  { tracer }: Tracing,
  { name, facts, kind = SpanKind.INTERNAL, parent = context.active() }: Beginning,
  deed: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, { kind, attributes: facts }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), () => deed(span))
  } catch (error) {
    const refusal = statusOf(error)
    if (refusal) span.setAttribute('property_files.refused', refusal)
    else span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** A refusal is an answer, not a failure. */
function statusOf(error: unknown) {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return status >= 300 && status < 500 ? status : undefined
}

const typeOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
