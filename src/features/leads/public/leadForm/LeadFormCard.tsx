import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentType, lazy, Suspense } from 'react'
import { AccessNotice, WithdrawnNotice } from '../gate/AccessNotice.tsx'
import { agentName, gateButtonLabel, LEAD_FORM_CARD_ID, useGate } from '../gate/useGate.ts'
import { LeadForm } from './LeadForm.tsx'
import classes from './LeadFormCard.module.css'

/** The same breakpoint as in the style sheet. */
const CARD_IS_SHOWN = '(min-width: 62em)'

const LazyLeadForm = lazy(async () => {
  await waitUntilCardIsShown()
  const { LeadForm } = await import('./LeadForm.tsx')
  return { default: LeadForm }
})

/** A phone that stays narrow never loads the card's script. */
function waitUntilCardIsShown() {
  const query = window.matchMedia(CARD_IS_SHOWN)
  if (query.matches) return Promise.resolve()
  return new Promise<void>((resolve) => query.addEventListener('change', () => resolve(), { once: true }))
}

/** The form in the card: rendered by the server, and hydrated only where the card is visible. */
const chooseCardForm = createIsomorphicFn()
  .server((): ComponentType => LeadForm)
  .client((): ComponentType => LazyLeadForm)

const CardForm = chooseCardForm()

/** The form beside the page, on wide screens. */
export function LeadFormCard() {
  const { listing, agent, access, isWithdrawn, isPreview } = useGate()
  if (isWithdrawn || access)
    return <div className={classes.card}>{isWithdrawn ? <WithdrawnNotice /> : <AccessNotice />}</div>
  return (
    <section id={LEAD_FORM_CARD_ID} className={classes.card} aria-labelledby="lead-card-title">
      <h2 id="lead-card-title" className={classes.title}>
        {gateButtonLabel(listing.documents.length)}
      </h2>
      {isPreview ? (
        <p className={classes.preview}>
          This is a preview. Buyers leave their details for {agentName(agent)} here to open the documents.
        </p>
      ) : (
        <Suspense>
          <CardForm />
        </Suspense>
      )}
    </section>
  )
}
