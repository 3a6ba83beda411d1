import { AppError } from '#platform/errors.ts'
import { failureSentence } from '#ui/failureSentence.ts'
import classes from './LeadProgress.module.css'
import { type ListingAgent, nameOf } from './useGate.ts'
import type { Progress } from './useLeadForm.ts'

interface LeadProgressProps {
  progress: Progress
  agent: ListingAgent
}

/** How the sending goes, when there is more to say than that it goes. */
export function LeadProgress({ progress, agent }: LeadProgressProps) {
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
      <Refusal error={progress.error} agent={agent} />
    </div>
  )
}

function Refusal({ error, agent }: { error: unknown; agent: ListingAgent }) {
  const { name } = error instanceof AppError ? error : {}
  if (name === 'NotFoundError')
    return <p>This listing has been taken down in the meantime. Your details were not sent to anybody.</p>
  if (name !== 'AccessWithdrawn') return <p>{failureSentence(error)}</p>
  return (
    <>
      <p>The agent has closed these documents to you. To ask about it, reach {nameOf(agent)} yourself:</p>
      <p>
        {agent.phone && <a href={`tel:${agent.phone.replaceAll(/[^\d+]/g, '')}`}>{agent.phone}</a>}
        {agent.phone && agent.email && ' · '}
        {agent.email && <a href={`mailto:${agent.email}`}>{agent.email}</a>}
        {!agent.phone && !agent.email && agent.agencyName}
      </p>
    </>
  )
}
