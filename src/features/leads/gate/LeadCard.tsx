import { Suspense } from 'react'
import { AccessNotice } from './AccessNotice.tsx'
import { chooseCardForm } from './cardForm.ts'
import { gateButtonLabel } from './gateWords.ts'
import classes from './LeadCard.module.css'
import { LEAD_CARD_ID } from './leadCardId.ts'
import { agentName, useGate } from './useGate.ts'
import { WithdrawnNotice } from './WithdrawnNotice.tsx'

const CardForm = chooseCardForm()

/** The form where there is room for it: beside the page. */
export function LeadCard() {
  const { listing, agent, access, isWithdrawn, isPreview } = useGate()
  if (isWithdrawn || access)
    return <div className={classes.card}>{isWithdrawn ? <WithdrawnNotice /> : <AccessNotice />}</div>
  return (
    <section id={LEAD_CARD_ID} className={classes.card} aria-labelledby="lead-card-title">
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
