import type { KeyboardEvent } from 'react'
import { AppError } from '#platform/errors.ts'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { useHydrated } from '#ui/form/useHydrated.ts'
import buttons from '#ui/theme/buttons.module.css'
import { agentName, type GateAgent, useGate } from '../gate/useGate.ts'
import { LeadFields } from './LeadFields.tsx'
import classes from './LeadForm.module.css'
import { type SendProgress, useLeadForm } from './useLeadForm.ts'

/** Asked once: who wants to read, and how the agent reaches them. */
export function LeadForm() {
  const { listing, agent, onSent } = useGate()
  const awake = useHydrated()
  const { form, field, handlers, challenge, progress } = useLeadForm(listing.id, onSent)
  const isBusy = progress.state === 'sending' || progress.state === 'waiting'
  const submitLabel = listing.documents.length > 0 ? 'Open the documents' : 'Send to the agent'
  return (
    <form ref={form} method="post" noValidate aria-label="Your details" {...handlers} onKeyDown={focusNextEmptyField}>
      <LeadFields field={field} readOnly={isBusy} />
      {challenge}
      <LeadProgress progress={progress} />
      <button
        type="submit"
        className={`${buttons.filled} ${classes.send}`}
        disabled={!awake}
        aria-disabled={isBusy || undefined}
      >
        {isBusy ? 'Sending…' : submitLabel}
      </button>
      <PrivacyNotice agent={agent} />
    </form>
  )
}

/** The key that says "next" goes to the next field that is still empty; after the last it sends. */
function focusNextEmptyField(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.value === '') return
  const empty = [...event.currentTarget.querySelectorAll('input')].find(({ value }) => value === '')
  if (!empty) return
  event.preventDefault()
  empty.focus()
}

/** How the sending goes, when there is more to say than that it goes. */
function LeadProgress({ progress }: { progress: SendProgress }) {
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

/** Who gets the details, and why, before they are sent. */
function PrivacyNotice({ agent }: { agent: GateAgent }) {
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
