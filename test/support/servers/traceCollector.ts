import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Fact = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.union([z.number(), z.string()]).optional() }),
})
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Fact),
})
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Fact) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})
export type CollectedSpan = ReturnType<typeof readSpan>

/** A collector of traces that takes OTLP as JSON over HTTP and remembers everything. */
export async function startTraceCollector() {
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') bodies.push(await text(request))
    headers.push(request.headers)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const spans = () =>
    bodies
      .flatMap((body) => Sent.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans.map((span) => readSpan(span, factsOf(resource.attributes)))),
      )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    /** Everything that was sent, as it came. */
    raw: () => bodies.join('\n'),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const readSpan = ({ attributes, ...span }: z.infer<typeof Span>, about: Record<string, unknown>) => ({
  ...span,
  service: about['service.name'],
  facts: factsOf(attributes),
})

const factsOf = (attributes: z.infer<typeof Fact>[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
