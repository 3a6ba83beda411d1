import { context, type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from './tracing.server.ts'

const MAX_WAITING_SPANS = 2_048
const SEND_INTERVAL_MS = 1_000
const SEND_TIMEOUT_MS = 5_000
/** Spans that are not sent by then are dropped, to stop quickly. */
const STOP_TIMEOUT_MS = 1_000

/** Spans are sent in batches. When the collector is unreachable and the buffer is full, they are dropped. */
export function openTracer({ endpoint, headers, serviceName, share, onTrouble }: TracingSettings) {
  const ignore = () => {}
  const listener: DiagLogger = { error: onTrouble, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(listener, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers.map(splitHeader)),
    timeoutMillis: SEND_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: SEND_INTERVAL_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  })
  return {
    tracer: provider.getTracer('property-files'),
    async stop() {
      const timeout = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref())
      await Promise.race([provider.shutdown().catch(onTrouble), timeout])
      context.disable()
    },
  }
}

function splitHeader(header: string) {
  const end = header.indexOf('=')
  return [header.slice(0, end), decodeURIComponent(header.slice(end + 1))]
}
