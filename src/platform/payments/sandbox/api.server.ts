import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ApiError, read } from './errors.ts'
import { expanded } from './expand.ts'
import { type Faults, faultAnswers } from './faults.server.ts'
import { decodeForm, type Input } from './form.ts'
import type { Answer, Call } from './http.server.ts'
import { earlierAnswer, keepAnswer } from './idempotency.server.ts'
import type { Sandbox } from './sandbox.ts'
import type { State } from './state.server.ts'

/** One operation of the API: parameters in, an object out. */
export type Operation = (sandbox: Sandbox, input: Input, id: string) => object

const Expand = z.array(z.string().max(200)).max(20).default([])

/** The frame around every operation: key, trouble that was ordered, parameters, idempotency, expansion, errors. */
export async function answerApi(
  { sandbox, faults }: { sandbox: Sandbox; faults: Faults },
  call: Call,
  operation: Operation,
  id: string,
) {
  const fault = faults.next()
  if (fault === 'hang') return faults.hang()
  const answer = await whole(call, async () => {
    assertKey(sandbox.state, call)
    if (fault && fault !== 'lost_answer') return faulty(fault)
    const earlier = earlierAnswer(sandbox.state, call)
    if (earlier) return earlier
    const { expand, ...input } = decodeForm(call.method === 'POST' ? call.body : call.query)
    const paths = read(Expand, expand)
    const result = json(200, expanded(sandbox.state, operation(sandbox, input, id), paths))
    keepAnswer(sandbox.state, call, result)
    return result
  })
  return fault === 'lost_answer' ? ('cut' as const) : answer
}

/** For the sandbox's own controls, which take and give JSON. */
export const answerControl = (sandbox: Sandbox, call: Call, control: (input: unknown) => object) =>
  whole(call, async () => {
    assertKey(sandbox.state, call)
    return json(200, control(call.body === '' ? {} : parsed(call.body)))
  })

async function whole(call: Call, answer: () => Promise<Answer>): Promise<Answer> {
  const outcome = await answer().catch((error: unknown) => {
    if (error instanceof ApiError) return refusal(error)
    throw error
  })
  const key = call.header('idempotency-key')
  const headers = { ...outcome.headers, 'request-id': `req_${randomBytes(7).toString('hex')}` }
  return { ...outcome, headers: key ? { ...headers, 'idempotency-key': key } : headers }
}

/** A web page can send requests here, but it does not know the key. */
function assertKey(state: State, call: Call) {
  const given = Buffer.from(call.header('authorization')?.replace(/^Bearer /, '') ?? '')
  const right = Buffer.from(state.secretKey)
  if (given.length === right.length && timingSafeEqual(given, right)) return
  throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
}

function faulty(kind: keyof typeof faultAnswers) {
  const { error, retry } = faultAnswers[kind]
  const answer = refusal(error)
  return retry ? { ...answer, headers: { ...answer.headers, 'stripe-should-retry': 'true' } } : answer
}

const refusal = (error: ApiError) => json(error.status, { error: error.body })

export const notAnOperation = (call: Call) =>
  whole(call, async () => {
    const message = `Unrecognized request URL (${call.method}: ${call.path}).`
    throw new ApiError(404, { type: 'invalid_request_error', message })
  })

/** A fault of our own, in the words of the provider's. */
export const broken = (call: Call) =>
  whole(call, async () => {
    throw new ApiError(500, { type: 'api_error', message: 'The payment sandbox has failed.' })
  })

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body, undefined, 2),
})

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'The body is not JSON.' })
  }
}
