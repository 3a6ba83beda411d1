import { randomBytes } from 'node:crypto'
import { ZodError } from 'zod'
import { AppError, invalidInput, unavailable, unexpected } from '../errors.ts'
import type { Log } from '../log.server.ts'
import { currentRequest } from './currentRequest.server.ts'

/** Turns whatever was thrown into an answer for a person. A bug gets an id that is in the log, and tells nothing more. */
export function explain(log: Log, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) return invalidInput(fieldErrors(error))
  if (isDatabaseDown(error)) {
    log.error({ err: error, requestId: currentRequest().requestId }, 'database unavailable')
    return unavailable()
  }
  const { requestId } = currentRequest()
  const errorId = randomBytes(6).toString('hex')
  log.error({ err: error, requestId, errorId }, 'unexpected error')
  return unexpected(errorId)
}

function fieldErrors(error: ZodError) {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const name of names) fields[name] ??= issue.code === 'unrecognized_keys' ? 'Not expected here' : issue.message
  }
  return fields
}

const DOWN = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '25P03',
  '08006',
  '08001',
])

function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && DOWN.has(code)) || isDatabaseDown(error.cause)
}
