import classes from './PrivacyNotice.module.css'
import { type ListingAgent, nameOf } from './useGate.ts'

/** Who gets the details, and why, before they are sent. */
export function PrivacyNotice({ agent }: { agent: ListingAgent }) {
  return (
    <p className={classes.notice}>
      Your details go to <bdi>{nameOf(agent)}</bdi>
      {agent.agencyName && ` of ${agent.agencyName}`}, who may contact you about this property and sees which files you
      open. We keep them so that your private link opens the files again; on its page you can correct or erase them. See
      our{' '}
      <a href="/privacy-policy" target="_blank" rel="noopener">
        privacy policy
      </a>
      .
    </p>
  )
}
