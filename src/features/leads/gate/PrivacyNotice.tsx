import classes from './PrivacyNotice.module.css'
import { type GateAgent, agentName } from './useGate.ts'

/** Who gets the details, and why, before they are sent. */
export function PrivacyNotice({ agent }: { agent: GateAgent }) {
  return (
    <p className={classes.notice}>
      Your details go to <bdi>{agentName(agent)}</bdi>
      {agent.agencyName && ` of ${agent.agencyName}`}. They can contact you about this property and see which documents
      you open. We keep your details so your private link works. With it you can edit or delete them at any time. See
      our{' '}
      <a href="/privacy-policy" target="_blank" rel="noopener">
        privacy policy
      </a>
      .
    </p>
  )
}
