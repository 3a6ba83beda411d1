import type { z } from 'zod'

type Kind = 'invalid_request_error' | 'api_error' | 'card_error' | 'idempotency_error'

/** An answer that is an error, in the provider's words. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: { type: Kind; code?: string; message: string; param?: string }
  constructor(status: number, body: ApiError['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new ApiError(400, { type: 'invalid_request_error', code, message, param })

export const missing = (what: string, id: string, param = 'id') =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })

/** The first thing wrong with the parameters, as the provider would say it. */
export function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys') {
    const param = named([...path, issue.keys[0] ?? ''])
    throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const param = named(path)
  if (issue?.code === 'invalid_type' && issue.input === undefined && !isGiven(input, path))
    throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  throw invalid(`Invalid ${param}: ${issue?.message ?? 'not readable'}`, param, 'parameter_invalid')
}

const named = ([first = '', ...rest]: string[]) => first + rest.map((part) => `[${part}]`).join('')

const isGiven = (input: unknown, path: string[]) =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], input) !== undefined
