import { agentName, useGate } from './useGate.ts'
import classes from './WithdrawnNotice.module.css'

/** For a buyer whose access the agent has removed: no form would change that, but a call might. */
export function WithdrawnNotice() {
  const { agent } = useGate()
  return (
    <div className={classes.notice} role="status">
      <p className={classes.title}>{agentName(agent)} has removed your access</p>
      <p>
        You can’t open the documents any more. To ask why, contact {agentName(agent)}
        {agent.agencyName && `, ${agent.agencyName}`}
        {agent.phone || agent.email ? ':' : '.'}
      </p>
      {(agent.phone || agent.email) && (
        <p>
          {agent.phone && <a href={agent.callLink}>{agent.phone}</a>}
          {agent.phone && agent.email && ' · '}
          {agent.email && <a href={`mailto:${agent.email}`}>{agent.email}</a>}
        </p>
      )}
    </div>
  )
}
