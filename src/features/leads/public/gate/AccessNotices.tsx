import { lazy, Suspense, useEffect, useRef } from 'react'
import { agentName } from '#ui/format/format.ts'
import { Icon } from '#ui/theme/inlineIcons.tsx'
import classes from './AccessNotices.module.css'
import { doneIcon } from './gateIcons.ts'
import { useGate } from './useGate.ts'

/** After sending the form a buyer reads what happened; on later visits, that the documents are open. */
export function AccessGrantedNotice() {
  const { listing, agent, access, sentTo, openId, isAnswering } = useGate()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The form that had the focus is gone. A document that opens takes it instead.
    if (sentTo && !openId && !isAnswering && notice.current?.getClientRects().length) notice.current.focus()
  }, [sentTo, openId, isAnswering])
  const hasDocuments = listing.documents.length > 0
  return (
    <div ref={notice} className={classes.notice} tabIndex={-1} role="status">
      <Icon path={doneIcon} size={18} stroke={1.5} className={classes.sign} />
      <div>
        <p className={classes.title}>
          {hasDocuments ? 'You can open the documents now' : `We’ve sent your details to ${agentName(agent)}`}
        </p>
        <p className={classes.text}>
          {sentTo ? (
            <>
              The private link in our email to <strong>{sentTo}</strong> opens{' '}
              {hasDocuments ? 'the documents' : 'this page'} on any device. Not there in a few minutes? Check your spam
              folder.
            </>
          ) : (
            `${access?.isInvitee ? 'You were invited to read them' : 'You’ve left your details here'}. The private link in our email opens the documents on any device.`
          )}
        </p>
      </div>
    </div>
  )
}

const LazyWithdrawnNotice = lazy(() => import('./AccessRemovedNotice.tsx'))

/** Few buyers see it, so it is loaded for them alone. */
export const WithdrawnNotice = () => (
  <Suspense>
    <LazyWithdrawnNotice />
  </Suspense>
)
