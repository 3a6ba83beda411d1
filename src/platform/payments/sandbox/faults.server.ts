import { z } from 'zod'
import { ApiError, read } from './errors.ts'

const kinds = ['lock_timeout', 'rate_limit', 'api_error', 'hang', 'lost_answer'] as const
export type Fault = (typeof kinds)[number]

const Order = z.strictObject({ kind: z.enum(kinds), count: z.number().int().min(1).max(100).default(1) })

/** Troubles that the next requests will meet, for tests of how the application bears them. */
export function createFaults() {
  const coming: Fault[] = []
  const hanging: (() => void)[] = []
  return {
    order: (input: unknown) => {
      const { kind, count } = read(Order, input)
      coming.push(...Array<Fault>(count).fill(kind))
      return { coming }
    },
    next: () => coming.shift(),
    /** No answer comes until the trouble is over, and then the line is cut. */
    hang: () => new Promise<'cut'>((resolve) => hanging.push(() => resolve('cut'))),
    end: () => {
      coming.length = 0
      for (const release of hanging.splice(0)) release()
      return { coming }
    },
  }
}

export type Faults = ReturnType<typeof createFaults>

/**
 * The provider has two kinds of 429: an object locked by another request, where it asks for a retry by a header, and
 * too many requests, where it asks for none.
 */
export const faultAnswers = {
  lock_timeout: {
    retry: true,
    error: new ApiError(429, {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message: 'This object cannot be accessed right now because another API request is currently accessing it.',
    }),
  },
  rate_limit: {
    retry: undefined,
    error: new ApiError(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded.',
    }),
  },
  api_error: {
    retry: undefined,
    error: new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' }),
  },
}
