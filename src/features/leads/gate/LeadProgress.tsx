import { AppError } from '#platform/errors.ts'
import { failureSentence } from '#ui/failureSentence.ts'
import classes from './LeadProgress.module.css'
import type { Progress } from './useLeadForm.ts'

/** How the sending goes, when there is more to say than that it goes. */
export function LeadProgress({ progress }: { progress: Progress }) {
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
      <Refusal error={progress.error} />
    </div>
  )
}

function Refusal({ error }: { error: unknown }) {
  const { name } = error instanceof AppError ? error : {}
  if (name === 'NotFoundError')
    return <p>This listing has just been unpublished. We didn’t send your details to anyone.</p>
  return <p>{failureSentence(error)}</p>
}
