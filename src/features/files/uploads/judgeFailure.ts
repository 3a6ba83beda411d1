import { AppError } from '#platform/errors.ts'
import { isNotSignedIn } from '#platform/sessionEnd.ts'
import { isNoAnswer } from '#ui/failureSentence.ts'
import { PartRefused } from './sendPart.ts'

/** How often something that should not happen is tried before the agent hears of it. */
const ENOUGH = 4

export type Verdict = 'offline' | 'signedOut' | 'again' | 'anew' | 'final'

/** What to do about a failure on the way: most of them pass. */
export function judgeFailure(error: unknown, tries: number): Verdict {
  if (isNoAnswer(error) || (error instanceof PartRefused && error.status === 0)) return 'offline'
  if (isNotSignedIn(error)) return 'signedOut'
  if (error instanceof PartRefused && PASSING_REFUSALS.includes(error.status)) return 'again'
  // The server has forgotten it, as it does after some days.
  if (error instanceof AppError && error.status === 404 && tries === 0) return 'anew'
  const isRefusal = error instanceof AppError && error.status < 500 && !isPassing(error)
  return isRefusal || tries >= ENOUGH ? 'final' : 'again'
}

/** The server still waits for an earlier try of the same part, or this network sends too much at once. */
const PASSING_REFUSALS = [409, 429]

/** Too many calls at once, or a part that is still missing. */
const isPassing = ({ name, status }: AppError) => status === 429 || name === 'UploadIncomplete'

const HOPELESS = [413, 415, 422, 404]

/** Another try makes sense unless the file itself is the trouble. */
export const isWorthRetrying = (error: unknown) =>
  !(error instanceof AppError && HOPELESS.includes(error.status)) || error.name === 'QuotaReached'
