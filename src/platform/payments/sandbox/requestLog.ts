import type { Call } from './http.server.ts'

const KEPT = 200

/** What the application asked for lately, for tests that count. */
export function createRequestLog() {
  const data: { method: string; path: string; idempotency_key: string | null }[] = []
  return {
    add({ method, path, header }: Call) {
      data.push({ method, path, idempotency_key: header('idempotency-key') ?? null })
      if (data.length > KEPT) data.shift()
    },
    show: () => ({ data }),
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
