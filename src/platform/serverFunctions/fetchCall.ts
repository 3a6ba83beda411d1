import { isNotFound, isRedirect } from '@tanstack/react-router'
import { AppError, type FieldErrors } from '../errors.ts'

/**
 * How the browser makes a call. A refusal from before the call was reached (too large, not readable, a proxy's) is plain JSON or
 * text, and Start would take JSON for an answer: it is thrown here instead.
 */
export async function fetchCall(address: RequestInfo | URL, init?: RequestInit) {
  const response = await fetch(address, init)
  if (response.ok || response.headers.has('x-tss-serialized') || response.headers.has('x-tss-raw')) return response
  const text = await response.clone().text()
  const said = parseJson(text)
  if (isNotFound(said) || isRedirect(said)) return response
  throw refusalError(response, said, text)
}

/** The reply as an error: with everything that its JSON says, or with its text for a message. */
function refusalError({ status, headers }: Response, said: unknown, text: string) {
  const retryAfter = Number(headers.get('retry-after')) || undefined
  const fallbackName = status >= 500 ? 'UnexpectedError' : 'Refused'
  if (said === undefined) return new AppError(fallbackName, status, text, { retryAfter })
  const { name, message, fields, ...rest } = isRecord(said) ? said : { message: said }
  const sentence = [message, rest.error].find(isText) ?? 'The server refused this request.'
  const details = { fields: isFieldErrors(fields) ? fields : undefined, retryAfter }
  const refused = new AppError(isText(name) ? name : fallbackName, status, sentence, details)
  return Object.assign(refused, rest, { status, cause: said })
}

const isText = (value: unknown) => typeof value === 'string'
const isFieldErrors = (value: unknown): value is FieldErrors => isRecord(value) && Object.values(value).every(isText)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
