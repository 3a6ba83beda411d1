import { agentName } from '#ui/format/format.ts'
import { AccessGrantedNotice, WithdrawnNotice } from '../gate/AccessNotices.tsx'
import { DocumentsLink } from '../gate/DocumentList.tsx'
import known from '../gate/knownBuyer.module.css'
import { LEAD_FORM_CARD_ID, useGate } from '../gate/useGate.ts'
import { LeadForm, LeadFormTitle } from './LeadForm.tsx'
import classes from './LeadFormCard.module.css'

/** The form beside the page, on wide screens. */
export function LeadFormCard() {
  const { agent, access, isWithdrawn, isPreview } = useGate()
  if (isWithdrawn || access)
    return <div className={classes.card}>{isWithdrawn ? <WithdrawnNotice /> : <Unlocked />}</div>
  return (
    <>
      <section
        id={LEAD_FORM_CARD_ID}
        className={`${classes.card} ${isPreview ? '' : known.asking}`}
        aria-labelledby="lead-card-title"
      >
        <h2 id="lead-card-title" className={classes.title}>
          <LeadFormTitle />
        </h2>
        {isPreview ? (
          <p className={classes.preview}>
            This is a preview. Buyers leave their details for {agentName(agent)} here to open the documents.
          </p>
        ) : (
          <LeadForm />
        )}
      </section>
      {!isPreview && (
        <div className={`${classes.card} ${known.reserved}`}>
          <Unlocked />
        </div>
      )}
    </>
  )
}

/** What happened, and the way to the documents. */
function Unlocked() {
  const { listing } = useGate()
  return (
    <>
      <AccessGrantedNotice />
      {listing.documents.length > 0 && <DocumentsLink className={classes.documents} />}
    </>
  )
}
