import { lazy, Suspense } from 'react'
import buttons from '#ui/buttons.module.css'
import { formatBytes } from '#ui/bytes.ts'
import { Icon } from '#ui/signs.tsx'
import { AccessNotice } from './AccessNotice.tsx'
import { DocumentRow } from './DocumentRow.tsx'
import { downloadIcon } from './gateSigns.ts'
import { gateButtonLabel, totalBytes } from './gateWords.ts'
import classes from './PropertyFiles.module.css'
import { agentName, useGate } from './useGate.ts'
import { WithdrawnNotice } from './WithdrawnNotice.tsx'

const DocumentViewer = lazy(() => import('../viewer/DocumentViewer.tsx'))

/** The documents everybody sees the names of, and the way in. */
export function PropertyFiles() {
  const { listing, agent, access, isWithdrawn, isPreview, openId, open, ask } = useGate()
  const { id, documents } = listing
  const isAsking = !access && !isWithdrawn && !isPreview
  const show = access ? open : isAsking ? ask : undefined
  return (
    <section aria-labelledby="property-files">
      <div className={classes.head}>
        <h2 id="property-files" className={classes.title}>
          Property files{documents.length > 0 && ` (${documents.length})`}
        </h2>
        {access && documents.length > 0 && (
          <a className={buttons.plain} href={`/listings/${id}/documents.zip`} download>
            <Icon path={downloadIcon} size={18} stroke={1.5} /> Download all ({formatBytes(totalBytes(documents))})
          </a>
        )}
      </div>
      {(access || isWithdrawn) && (
        <div className={classes.notice}>{isWithdrawn ? <WithdrawnNotice /> : <AccessNotice />}</div>
      )}
      {documents.length > 0 ? (
        <ul className={classes.list}>
          {documents.map((one) => (
            <DocumentRow key={one.id} document={one} access={access} onShow={show} />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>
          {access
            ? 'No documents yet. You’ll be able to open them on this page.'
            : `No documents yet. Leave your details and ${agentName(agent)} can get in touch with you.`}
        </p>
      )}
      {isAsking && (
        <button type="button" className={`${buttons.filled} ${classes.ask}`} onClick={() => ask()}>
          {gateButtonLabel(documents.length)}
        </button>
      )}
      {!access && (
        <noscript>
          <p className={classes.none}>
            To open the documents, turn on JavaScript in your browser or ask the agent for them.
          </p>
        </noscript>
      )}
      {openId && access && (
        <Suspense>
          <DocumentViewer
            listingId={id}
            documents={documents}
            fileId={openId}
            onOpen={open}
            onClose={() => open(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
