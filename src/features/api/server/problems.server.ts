import { STATUS_CODES } from 'node:http'
import type { AppError } from '#platform/errors.ts'
import { type ApiProblemName, apiProblems } from '#values/apiProblems.ts'

/** Tells a program what went wrong, with the headers that belong to the status. */
export function problemResponse(appUrl: string, error: AppError, headers: Record<string, string> = {}) {
  const described = describeProblem(appUrl, error)
  const { status } = described
  headers['content-type'] = 'application/problem+json'
  if (error.retryAfter) headers['retry-after'] = String(error.retryAfter)
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  // The rest of the body isn't read, so the connection can't be used again.
  if (status === 413) headers.connection = 'close'
  return Response.json(described, { status, headers })
}

/** RFC 9457. Each wrong field of the body has a JSON pointer, each wrong parameter its name. */
export function describeProblem(appUrl: string, error: AppError) {
  const { message, fields, errorId } = error
  const name = findProblemName(error)
  const { status, title } = name ? apiProblems[name] : { status: error.status, title: STATUS_CODES[error.status] }
  const errors = Object.entries(fields ?? {}).map(([path, detail]) =>
    name === 'InvalidParameters' ? { parameter: path, detail } : { pointer: jsonPointer(path), detail },
  )
  return {
    // What RFC 9457 uses for problems that their status describes.
    type: name ? `${appUrl}/developers#${name}` : 'about:blank',
    title: title ?? 'Error',
    status,
    detail: message,
    ...(errors.length > 0 && { errors }),
    ...(errorId && { errorId }),
  }
}

const names = Object.keys(apiProblems) as ApiProblemName[]

/** Its own type, or the most general one with its status. */
const findProblemName = ({ name, status }: AppError) =>
  names.find((known) => known === name) ?? names.find((known) => apiProblems[known].status === status)

/** What a body as a whole is called where it is checked. */
const WHOLE_BODY = ['data', 'payload']

/** RFC 6901, as a fragment. */
function jsonPointer(path: string) {
  if (WHOLE_BODY.includes(path)) return '#'
  const parts = path.split('.').map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
  return `#/${parts.join('/')}`
}
