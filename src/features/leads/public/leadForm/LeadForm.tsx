import type { KeyboardEvent } from 'react'
import { AppError } from '#platform/errors.ts'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { useHydrated } from '#ui/form/useHydrated.ts'
import buttons from '#ui/theme/buttons.module.css'
import { agentName, type GateAgent, useGate } from '../gate/useGate.ts'
import { LeadFields } from './LeadFields.tsx'
import classes from './LeadForm.module.css'
import { type PendingRetry, useLeadForm } from './useLeadForm.ts'

/** The buyer's contact details. Sent once per listing. */
export function LeadForm() {
  const { listing, agent, onSent } = useGate()
  const isHydrated = useHydrated()
  const { form, handlers, challenge, pause, isRecalled } = useLeadForm(listing.id, onSent)
  const submitLabel = listing.documents.length > 0 ? 'Open the documents' : 'Send to the agent'
  return (
    <form method="post" aria-label="Your details" {...form.formProps} {...handlers} onKeyDown={focusNextEmptyField}>
      {isRecalled && (
        <p className={classes.recalled}>
          Filled in with what you sent last. <button type="reset">Not you?</button>
        </p>
      )}
      <LeadFields field={form.nativeField} readOnly={form.isBusy} />
      {challenge}
      {pause && <PauseNotice pause={pause} />}
      <LeadFailure error={form.failure} />
      <button
        type="submit"
        className={`${buttons.filled} ${classes.send}`}
        disabled={!isHydrated}
        aria-disabled={form.isBusy || undefined}
      >
        {form.isBusy ? 'Sending…' : submitLabel}
      </button>
      <PrivacyNotice agent={agent} />
    </form>
  )
}

/** Enter moves to the next field that is still empty; after the last it submits. */
function focusNextEmptyField(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.value === '') return
  const empty = [...event.currentTarget.querySelectorAll('input')].find(({ value }) => value === '')
  if (!empty) return
  event.preventDefault()
  empty.focus()
}

const PauseNotice = ({ pause }: { pause: PendingRetry }) => (
  <div className={classes.waiting} role="status">
    <p>
      {pause.isOffline ? 'You’re offline.' : 'We couldn’t reach the server.'} Your details are safe, and we’ll keep
      trying.
    </p>
    <div className={classes.ways}>
      <button type="button" onClick={pause.tryNow}>
        Try now
      </button>
      <button type="button" onClick={pause.stop}>
        Stop
      </button>
    </div>
  </div>
)

function LeadFailure({ error }: { error: unknown }) {
  if (!error) return null
  const isUnpublished = error instanceof AppError && error.name === 'NotFoundError'
  return (
    <div className={classes.failed} role="alert">
      <p>
        {isUnpublished
          ? 'This listing has just been unpublished. We didn’t send your details to anyone.'
          : failureMessage(error)}
      </p>
    </div>
  )
}

/** Who gets the details, and why, before they are sent. */
function PrivacyNotice({ agent }: { agent: GateAgent }) {
  return (
    <p className={classes.notice}>
      Your details go to <bdi>{agentName(agent)}</bdi>
      {agent.agencyName && ` of ${agent.agencyName}`}. They can contact you about this property and see which documents
      you open. We measure how long you read each page, so the agent knows what matters to you. We keep your details so
      your private link works. With it you can edit or delete them at any time. See our{' '}
      <a href="/privacy-policy" target="_blank" rel="noopener">
        privacy policy
      </a>
      .
    </p>
  )
}
