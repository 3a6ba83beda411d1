import { isNotFound, isRedirect } from '@tanstack/react-router'
import { LOCK_HEADER, waitForUnlock } from '../auth/lock.ts'
import { askForProof, PROOF_HEADER } from '../auth/proof.ts'
import { AppError, type FieldErrors } from '../errors.ts'
import { FRAME_HEADER } from '../http/requestHeaders.ts'

/**
 * Sends a call from the browser. A refusal before the call was reached (too large, unreadable, from a proxy) is plain JSON or
 * text, which Start would take for a result, so it is thrown here.
 */
export async function fetchServerFunction(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, isInFrame() ? fromFrame(init) : init)
  if (response.headers.has(LOCK_HEADER) && (await waitForUnlock())) return fetchServerFunction(address, init)
  // The form or button that made the call only waits longer, and loses nothing.
  if (response.headers.has(PROOF_HEADER) && (await askForProof())) return fetchServerFunction(address, init)
  if (response.ok || response.headers.has('x-tss-serialized') || response.headers.has('x-tss-raw')) return response
  const text = await response.clone().text()
  const body = parseJson(text)
  if (isNotFound(body) || isRedirect(body)) return response
  throw refusalError(response, body, text)
}

const isInFrame = () => typeof window !== 'undefined' && window.parent !== window

function fromFrame(init?: RequestInit): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set(FRAME_HEADER, '1')
  return { ...init, headers }
}

/** The response as an error, with the fields of its JSON, or with its text as the message. */
function refusalError({ status, headers }: Response, body: unknown, text: string) {
  const retryAfter = Number(headers.get('retry-after')) || undefined
  const fallbackName = status >= 500 ? 'UnexpectedError' : 'Refused'
  if (body === undefined) return new AppError(fallbackName, status, text, { retryAfter })
  const { name, message, fields, ...rest } = isRecord(body) ? body : { message: body }
  const sentence = [message, rest.error].find(isText) ?? 'The server refused this request.'
  const details = { fields: isFieldErrors(fields) ? fields : undefined, retryAfter }
  const refused = new AppError(isText(name) ? name : fallbackName, status, sentence, details)
  return Object.assign(refused, rest, { status, cause: body })
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
