import { createHash } from 'node:crypto'
import { ApiError } from './errors.ts'
import type { Answer, Call } from './http.server.ts'
import type { State } from './state.server.ts'

const KEPT_MS = 86_400_000

/** The same key with the same request gets the same answer; with another request it is a mistake. */
export function earlierAnswer(state: State, call: Call): Answer | undefined {
  const kept = state.answers[keyOf(call) ?? '']
  if (!kept) return undefined
  if (kept.fingerprint !== fingerprint(call))
    throw new ApiError(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        'Try using a different key if you meant to execute a different request.',
    })
  return { status: kept.status, headers: { 'idempotent-replayed': 'true' }, body: kept.body }
}

/** A request that was refused for its parameters may be mended and sent with the same key, so only successes are kept. */
export function keepAnswer(state: State, call: Call, { status, body }: Answer) {
  const now = Date.now()
  for (const [key, { keptAt }] of Object.entries(state.answers)) if (keptAt < now - KEPT_MS) delete state.answers[key]
  const key = keyOf(call)
  if (key && status < 300) state.answers[key] = { fingerprint: fingerprint(call), status, body, keptAt: now }
}

const keyOf = (call: Call) => (call.method === 'POST' ? call.header('idempotency-key') : undefined)

const fingerprint = (call: Call) => createHash('sha256').update(`${call.path}\n${call.body}`).digest('hex')
