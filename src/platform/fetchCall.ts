import { isNotFound, isRedirect } from '@tanstack/react-router'
import { AppError } from './errors.ts'

/**
 * How the browser makes a call. A refusal from before the call was reached (too large, not readable, a proxy's) is plain JSON or
 * text, and Start would take JSON for an answer: it is thrown here instead.
 */
export async function fetchCall(address: RequestInfo | URL, init?: RequestInit) {
  const response = await fetch(address, init)
  if (response.ok || response.headers.has('x-tss-serialized') || response.headers.has('x-tss-raw')) return response
  const text = await response.clone().text()
  const said = parsed(text)
  if (isNotFound(said) || isRedirect(said)) return response
  throw refusal(response, said, text)
}

function refusal({ status, headers }: Response, said: unknown, text: string) {
  const { name, message, fields, errorId } = (said ?? {}) as Partial<AppError>
  const retryAfter = Number(headers.get('retry-after')) || undefined
  if (typeof name === 'string' && typeof message === 'string')
    return new AppError(name, status, message, { fields, errorId, retryAfter })
  return new AppError(status >= 500 ? 'UnexpectedError' : 'Refused', status, said === undefined ? text : 'Refused.')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
