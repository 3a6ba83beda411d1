import { AppError } from '#platform/errors.ts'
import { isNotSignedIn } from '#platform/sessionEnd.ts'
import { isNetworkError } from '#ui/failureSentence.ts'
import { PartRefused } from './sendPart.ts'

/** How often something that should not happen is tried before the agent hears of it. */
const MAX_TRIES = 4

export type FailureDecision = 'offline' | 'signedOut' | 'again' | 'anew' | 'final'

/** What to do about a failure on the way: most of them pass. */
export function decideAfterFailure(error: unknown, tries: number): FailureDecision {
  if (isNetworkError(error) || (error instanceof PartRefused && error.status === 0)) return 'offline'
  if (isNotSignedIn(error)) return 'signedOut'
  if (error instanceof PartRefused && TEMPORARY_STATUSES.includes(error.status)) return 'again'
  // The server has forgotten it, as it does after some days.
  if (error instanceof AppError && error.status === 404 && tries === 0) return 'anew'
  const isRefusal = error instanceof AppError && error.status < 500 && !isTemporary(error)
  return isRefusal || tries >= MAX_TRIES ? 'final' : 'again'
}

/** The server still waits for an earlier try of the same part, or this network sends too much at once. */
const TEMPORARY_STATUSES = [409, 429]

/** Too many calls at once, or a part that is still missing. */
const isTemporary = ({ name, status }: AppError) => status === 429 || name === 'UploadIncomplete'

const FINAL_STATUSES = [413, 415, 422, 404]

/** Another try makes sense unless the file itself is the trouble. */
export const isWorthRetrying = (error: unknown) =>
  !(error instanceof AppError && FINAL_STATUSES.includes(error.status)) || error.name === 'QuotaReached'
