import { emailLink } from '#ui/format/contactLinks.ts'
import { agentName } from '#ui/format/format.ts'
import classes from './AccessNotices.module.css'
import { useGate } from './useGate.ts'

/** For a buyer whose access the agent has removed: no form would change that, but a call might. */
export default function AccessRemovedNotice() {
  const { agent } = useGate()
  return (
    <div className={classes.withdrawnNotice} role="status">
      <p className={classes.withdrawnNoticeTitle}>{agentName(agent)} has removed your access</p>
      <p>
        You can’t open the documents any more. To ask why, contact {agentName(agent)}
        {agent.agencyName && `, ${agent.agencyName}`}
        {agent.phone || agent.email ? ':' : '.'}
      </p>
      {(agent.phone || agent.email) && (
        <p>
          {agent.phone && <a href={agent.callLink}>{agent.phone}</a>}
          {agent.phone && agent.email && ' · '}
          {agent.email && <a href={emailLink(agent.email)}>{agent.email}</a>}
        </p>
      )}
    </div>
  )
}
