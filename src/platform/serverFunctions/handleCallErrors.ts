import { createSerializationAdapter, isNotFound, isRedirect } from '@tanstack/react-router'
import { createMiddleware, createServerOnlyFn } from '@tanstack/react-start'
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import { reportBug } from '../browserReporting/showAndReportError.ts'
import { AppError } from '../errors.ts'
import { currentRequest } from '../http/currentRequest.server.ts'
import { explainError } from '../http/explainError.server.ts'
import { useServices } from '../services.server.ts'
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

const setErrorResponse = createServerOnlyFn(({ status, retryAfter }: AppError) => {
  setResponseStatus(status)
  if (retryAfter) setResponseHeader('retry-after', String(retryAfter))
  // Stops the client from sending the rest of the body.
  if (status === 413) setResponseHeader('connection', 'close')
})

/** Sends an error's name and details to the browser. */
export const errorSerializer = createSerializationAdapter({
  key: 'AppError',
  test: (value: unknown) => value instanceof AppError,
  toSerializable: ({ name, status, message, fields, errorId, retryAfter }) => ({
    name,
    status,
    message,
    details: { fields, errorId, retryAfter },
  }),
  fromSerializable: ({ name, status, message, details }) => new AppError(name, status, message, details),
})
