import { Suspense } from 'react'
import { AccessNotice } from './AccessNotice.tsx'
import { cardForm } from './cardForm.ts'
import { getTheFiles } from './gateWords.ts'
import classes from './LeadCard.module.css'
import { CARD_ID } from './leadCardId.ts'
import { nameOf, useGate } from './useGate.ts'
import { WithdrawnNotice } from './WithdrawnNotice.tsx'

const Form = cardForm()

/** The form where there is room for it: beside the page. */
export function LeadCard() {
  const { listing, agent, access, isWithdrawn, isPreview } = useGate()
  if (isWithdrawn || access)
    return <div className={classes.card}>{isWithdrawn ? <WithdrawnNotice /> : <AccessNotice />}</div>
  return (
    <section id={CARD_ID} className={classes.card} aria-labelledby="lead-card-title">
      <h2 id="lead-card-title" className={classes.title}>
        {getTheFiles(listing.documents.length)}
      </h2>
      {isPreview ? (
        <p className={classes.preview}>
          This is a preview. Buyers leave their details for {nameOf(agent)} here to open the documents.
        </p>
      ) : (
        <Suspense>
          <Form />
        </Suspense>
      )}
    </section>
  )
}
