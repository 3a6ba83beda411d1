import { isNotFound, isRedirect } from '@tanstack/react-router'
import { createMiddleware, createServerOnlyFn } from '@tanstack/react-start'
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import { LOCK_HEADER } from '../auth/lock.ts'
import { PROOF_HEADER } from '../auth/proof.ts'
import type { AppError } from '../errors.ts'
import { currentRequest } from '../http/currentRequest.server.ts'
import { explainError } from '../http/explainError.server.ts'
import { useServices } from '../services.server.ts'
import { reportBug } from '../telemetry/browser/showAndReportError.ts'
import { inSpan } from '../telemetry/tracing.server.ts'

/** Wraps every server function: the server gives each failure its status, and the browser reports bugs. */
export const handleCallErrors = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      reportBug(error)
      throw error
    }
  })
  .server(async ({ next, serverFnMeta }) => {
    currentRequest().reachedCall = true
    try {
      return await inSpan(serverFnMeta.id, {}, async () => next())
    } catch (error) {
      if (isRedirect(error) || isNotFound(error) || error instanceof Response) throw error
      const answer = explainError(useServices().log, error)
      if (!currentRequest().isOptional) setErrorResponse(answer)
      throw answer
    }
  })

const setErrorResponse = createServerOnlyFn(({ name, status, retryAfter }: AppError) => {
  setResponseStatus(status)
  if (name === 'ProofNeeded') setResponseHeader(PROOF_HEADER, '1')
  if (name === 'SessionLocked') setResponseHeader(LOCK_HEADER, '1')
  if (retryAfter) setResponseHeader('retry-after', String(retryAfter))
})
