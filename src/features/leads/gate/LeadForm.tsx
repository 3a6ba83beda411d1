import type { KeyboardEvent } from 'react'
import buttons from '#ui/buttons.module.css'
import { useHydrated } from '#ui/useAwake.ts'
import { LeadFields } from './LeadFields.tsx'
import classes from './LeadForm.module.css'
import { LeadProgress } from './LeadProgress.tsx'
import { PrivacyNotice } from './PrivacyNotice.tsx'
import { useGate } from './useGate.ts'
import { useLeadForm } from './useLeadForm.ts'

/** Asked once: who wants to read, and how the agent reaches them. */
export function LeadForm() {
  const { listing, agent, onSent } = useGate()
  const awake = useHydrated()
  const { form, field, handlers, challenge, progress } = useLeadForm(listing.id, onSent)
  const isBusy = progress.state === 'sending' || progress.state === 'waiting'
  const deed = listing.documents.length > 0 ? 'Open the documents' : 'Send to the agent'
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
        {isBusy ? 'Sending…' : deed}
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
