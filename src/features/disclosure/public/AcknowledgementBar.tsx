import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { formatDate } from '#ui/format/format.ts'
import { icon } from '#ui/theme/tokens.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import type { AcknowledgementRequest } from '../server/acknowledgements.server.ts'
import classes from './AcknowledgementBar.module.css'

/** The time at the property, as the certificate says it. */
const confirmedText = (moment: Date) =>
  formatDate(moment, { dateStyle: 'medium', timeStyle: 'short', timeZone: DEFAULT_TIME_ZONE })

interface AcknowledgementBarProps {
  request: AcknowledgementRequest
  onConfirm: (request: AcknowledgementRequest) => Promise<void>
}

/** Below a document: the sentence that the agent asks the buyer to confirm, or when they did. */
export function AcknowledgementBar({ request, onConfirm }: AcknowledgementBarProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { statement, acknowledgedAt, canAcknowledge } = request
  if (acknowledgedAt)
    return (
      <div className={classes.bar} role="status">
        <p className={classes.done}>
          <IconCircleCheck {...icon} className={classes.sign} />
          <span>
            You confirmed this on {confirmedText(acknowledgedAt)}:<q>{statement}</q>
          </span>
        </p>
      </div>
    )
  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm(request)
    } catch (error) {
      setFailure(failureMessage(error))
    }
    setBusy(false)
  }
  return (
    <section className={classes.bar} aria-label="Confirmation">
      <div className={classes.text}>
        <p className={classes.asks}>The agent asks you to confirm:</p>
        <p className={classes.statement}>
          <q>{statement}</q>
        </p>
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        {!canAcknowledge && (
          <p className={classes.asks}>To confirm it, open the link that we sent to your email address.</p>
        )}
      </div>
      {canAcknowledge && (
        <button type="button" className={classes.confirm} disabled={isBusy} onClick={() => void confirm()}>
          {isBusy ? 'Confirming…' : 'Confirm'}
        </button>
      )}
    </section>
  )
}
