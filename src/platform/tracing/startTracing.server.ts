import type { Tracer } from '@opentelemetry/api'
import type { Env } from '../env.server.ts'
import { trustedProxyCheck } from '../http/clientIp.server.ts'
import type { Log } from '../log.server.ts'
import { provideTracing } from './inSpan.server.ts'

export interface Tracing {
  tracer: Tracer
  /** Whose word about the trace that a request belongs to is taken. */
  trustsPeer: (peer: string) => boolean
}

export interface TracingSettings {
  endpoint: string
  /** Each a name, an equals sign and a value. */
  headers: string[]
  serviceName: string
  share: number
  onTrouble: () => void
}

/** Answers how to stop. Without an endpoint nothing is loaded and nothing is recorded. */
export async function startTracing(env: Env, log: Log): Promise<() => Promise<void>> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers = [],
    OTEL_SERVICE_NAME: serviceName,
    OTEL_TRACES_SAMPLER_ARG: share,
  } = env
  if (!endpoint) return async () => {}
  const { openTracer } = await import('./openTracer.server.ts')
  let isTold = false
  const onTrouble = () => {
    // Once: a collector that is away for a night is no reason to fill the log.
    if (!isTold) log.warn('traces cannot be delivered to OTEL_EXPORTER_OTLP_ENDPOINT')
    isTold = true
  }
  const { tracer, stop } = openTracer({ endpoint, headers, serviceName, share, onTrouble })
  provideTracing({ tracer, trustsPeer: trustedProxyCheck(env.TRUSTED_PROXIES) })
  return async () => {
    provideTracing(undefined)
    await stop()
  }
}
