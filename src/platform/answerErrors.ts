import { isNotFound, isRedirect } from '@tanstack/react-router'
import { createMiddleware } from '@tanstack/react-start'
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import { invalidInput } from './errors.ts'
import { currentRequest } from './http/currentRequest.server.ts'
import { explain } from './http/explain.server.ts'
import { findOddText } from './oddText.ts'
import { useServices } from './services.server.ts'
import { inSpan } from './tracing/inSpan.server.ts'

/** Around every server function: refuses text PostgreSQL cannot hold, and gives each failure its status. */
export const answerErrors = createMiddleware({ type: 'function' }).server(async ({ next, data, serverFnMeta }) => {
  currentRequest().reachedCall = true
  try {
    const odd = findOddText(data)
    if (odd) throw invalidInput({ [odd]: 'Holds characters that cannot be stored' })
    return await inSpan(serverFnMeta.id, {}, async () => next())
  } catch (error) {
    if (isRedirect(error) || isNotFound(error) || error instanceof Response) throw error
    const answer = explain(useServices().log, error)
    setResponseStatus(answer.status)
    if (answer.retryAfter) setResponseHeader('retry-after', String(answer.retryAfter))
    throw answer
  }
})
