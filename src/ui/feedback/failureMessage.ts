import { AppError, unavailable } from '#platform/errors.ts'

const UNREACHABLE = 'We couldn’t reach the server. Check your connection and try again.'
const UNEXPECTED = 'Something went wrong! Please try again later.'

/** How browsers report a request without a response. Other type errors are bugs. */
const NETWORK_ERROR = /^(failed to fetch|networkerror|load failed|network error)/i

export const isNetworkError = (error: unknown) => error instanceof TypeError && NETWORK_ERROR.test(error.message)

/** Why something failed, for the reader. Only our own errors have a message for readers. */
export function failureMessage(error: unknown) {
  if (isNetworkError(error)) return UNREACHABLE
  if (!(error instanceof AppError)) return UNEXPECTED
  if (!isOurs(error)) return [502, 503, 504].includes(error.status) ? unavailable().message : UNEXPECTED
  return error.message
}

/** What a proxy answers in our place has no name of ours (see `fetchServerFunction`), and may be a page of HTML. */
const isOurs = ({ name, errorId }: AppError) => name !== 'Refused' && (name !== 'UnexpectedError' || errorId)
