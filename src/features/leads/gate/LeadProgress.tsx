import { AppError } from '#platform/errors.ts'
import { failureMessage } from '#ui/failureSentence.ts'
import classes from './LeadProgress.module.css'
import type { SendProgress } from './useLeadForm.ts'

/** How the sending goes, when there is more to say than that it goes. */
export function LeadProgress({ progress }: { progress: SendProgress }) {
  if (progress.state === 'waiting')
    return (
      <div className={classes.waiting} role="status">
        <p>You’re offline. Your details are safe, and we’ll keep trying.</p>
        <div className={classes.ways}>
          <button type="button" onClick={progress.tryNow}>
            Try now
          </button>
          <button type="button" onClick={progress.stop}>
            Stop
          </button>
        </div>
      </div>
    )
  if (progress.state !== 'failed') return null
  return (
    <div className={classes.failed} role="alert">
      <FailureText error={progress.error} />
    </div>
  )
}

function FailureText({ error }: { error: unknown }) {
  const { name } = error instanceof AppError ? error : {}
  if (name === 'NotFoundError')
    return <p>This listing has just been unpublished. We didn’t send your details to anyone.</p>
  return <p>{failureMessage(error)}</p>
}
