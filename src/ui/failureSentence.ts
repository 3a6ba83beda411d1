import { AppError } from '#platform/errors.ts'

const UNREACHABLE = 'We couldn’t reach the server. Check your connection and try again.'
const UNEXPECTED = 'Something went wrong! Please try again later.'

/** What the browsers call a request that got no answer. Other type errors are bugs. */
const NO_ANSWER = /^(failed to fetch|networkerror|load failed|network error)/i

export const isNoAnswer = (error: unknown) => error instanceof TypeError && NO_ANSWER.test(error.message)

/** What a person reads when a form could not be sent. */
export function failureSentence(error: unknown) {
  if (isNoAnswer(error)) return UNREACHABLE
  if (!(error instanceof AppError)) return UNEXPECTED
  if (error.status === 429 && error.retryAfter)
    return `Too many attempts. Try again in ${waitingTime(error.retryAfter)}.`
  return error.message
}

/** Rounded up: whoever comes back then gets in. */
export function waitingTime(seconds: number) {
  if (seconds < 60) return counted(Math.ceil(seconds), 'second')
  if (seconds < 3600) return counted(Math.ceil(seconds / 60), 'minute')
  return counted(Math.ceil(seconds / 3600), 'hour')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
