import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isTemporaryDatabaseError } from '#db/isTemporaryDatabaseError.ts'
import { AppError, invalidInput, unavailable, unexpected } from '../errors.ts'
import { SECRET_MISSING, SecretMissingError } from '../secrets/keyring.server.ts'
import { isStorageUnavailable } from '../storage/storage.ts'
import type { Log } from '../telemetry/log.server.ts'
import { currentRequest } from './currentRequest.server.ts'

/** Turns any thrown value into an error for the visitor. A bug is logged with an id, and the visitor sees only that id. */
export function explainError(log: Log, error: unknown): AppError {
  if (error instanceof SecretMissingError) log.error({ requestId: currentRequest().requestId }, SECRET_MISSING)
  if (error instanceof AppError) return error
  const issues = validationIssues(error)
  if (issues) return invalidInput(fieldErrors(issues))
  if (isClientGone(error))
    return new AppError('RequestAborted', 400, 'The request arrived incomplete. Please try again.')
  const { requestId } = currentRequest()
  if (isStorageUnavailable(error)) {
    log.error({ err: error, requestId }, 'storage unavailable')
    return unavailable()
  }
  if (isTemporaryDatabaseError(error)) {
    log.error({ err: error, requestId }, 'database unavailable')
    return unavailable()
  }
  const errorId = randomBytes(6).toString('hex')
  log.error({ err: error, requestId, errorId }, 'unexpected error')
  return unexpected(errorId)
}

/** Node's error when the visitor disconnects. It has the same code as a lost connection to the database. */
const isClientGone = (error: unknown) =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

const Issues = z
  .array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      message: z.string(),
      keys: z.array(z.string()).optional(),
    }),
  )
  .min(1)

/** Start throws validation issues as an Error whose message is JSON. */
function validationIssues(error: unknown) {
  if (error instanceof z.ZodError) return Issues.parse(error.issues)
  if (!(error instanceof Error) || !error.message.startsWith('[')) return undefined
  try {
    return Issues.safeParse(JSON.parse(error.message)).data
  } catch {
    return undefined
  }
}

function fieldErrors(issues: z.infer<typeof Issues>) {
  const fields: Record<string, string> = {}
  for (const { path, message, keys } of issues) {
    if (keys) for (const key of keys) fields[[...path, key].join('.')] ??= 'Not expected here'
    else fields[path.join('.') || 'data'] ??= message
  }
  return fields
}
