import { AppError } from '#platform/errors.ts'
import { failureSentence } from '#ui/failureSentence.ts'
import classes from './LeadProgress.module.css'
import type { Progress } from './useLeadForm.ts'

/** How the sending goes, when there is more to say than that it goes. */
export function LeadProgress({ progress }: { progress: Progress }) {
  if (progress.state === 'waiting')
    return (
      <div className={classes.waiting} role="status">
        <p>No connection. Trying again … What you typed is safe.</p>
        <div className={classes.ways}>
          <button type="button" onClick={progress.tryNow}>
            Try now
          </button>
          <button type="button" onClick={progress.stop}>
            Stop trying
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
    return <p>This listing has been taken down in the meantime. Your details were not sent to anybody.</p>
  return <p>{failureSentence(error)}</p>
}
