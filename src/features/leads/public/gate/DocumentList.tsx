import { lazy, Suspense } from 'react'
import { documentDates } from '#features/listings/documentDates.ts'
import { documentTypes } from '#features/listings/documentTypes.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { agentName, formatBytes, formatCount } from '#ui/format/format.ts'
import buttons from '#ui/theme/buttons.module.css'
import { Icon } from '#ui/theme/inlineIcons.tsx'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import type { Access } from '../../buyer.functions.ts'
import type { ListedDocument } from '../../buyer.schema.ts'
import { AccessGrantedNotice, WithdrawnNotice } from './AccessNotices.tsx'
import classes from './DocumentList.module.css'
import { documentIcon, downloadIcon, lockIcon } from './gateIcons.ts'
import known from './knownBuyer.module.css'
import { DOCUMENTS_ID, gateButtonLabel, isNewSince, useGate } from './useGate.ts'

const BuyerReader = lazy(() => import('./BuyerReader.tsx'))

interface DocumentListProps {
  /** No form is beside it, so its button is the one to use. */
  isAlone?: boolean
}

/** The list of documents. Everyone sees their names; buyers who have left their details can open them. */
export function DocumentList({ isAlone }: DocumentListProps) {
  const { listing, agent, access, isWithdrawn, isPreview, openId, open, ask } = useGate()
  const { id, documents } = listing
  const hasDownloads = documents.some(({ isViewOnly }) => !isViewOnly)
  const isAsking = !access && !isWithdrawn && !isPreview
  const show = access ? open : isAsking ? ask : undefined
  return (
    <section id={DOCUMENTS_ID} tabIndex={-1} className={classes.section} aria-labelledby="property-files" data-offer>
      <div className={classes.head}>
        <h2 id="property-files" className={classes.title}>
          Property files{documents.length > 0 && ` (${documents.length})`}
        </h2>
        {access && hasDownloads && (
          <a className={buttons.plain} href={`/listings/${id}/documents.zip`} download>
            <DownloadAll documents={documents} />
          </a>
        )}
        {isAsking && hasDownloads && (
          <span className={`${buttons.plain} ${known.reserved}`}>
            <DownloadAll documents={documents} />
          </span>
        )}
      </div>
      {listing.facts.status === 'under_offer' && (
        <p className={classes.offer}>
          Under offer.{documents.length > 0 && !isWithdrawn && ' You can still read the documents.'}
        </p>
      )}
      {(access || isWithdrawn || isAsking) && (
        <div className={`${classes.notice} ${isAsking ? known.reserved : ''}`}>
          {isWithdrawn ? <WithdrawnNotice /> : <AccessGrantedNotice />}
        </div>
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
        <button
          type="button"
          className={`${isAlone ? buttons.filled : buttons.plain} ${classes.ask} ${known.asking}`}
          onClick={() => ask()}
        >
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
          <BuyerReader
            brand={listing.brand}
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

/** "7 documents, 2 new": leads to them on the same page. */
export function DocumentsLink({ className = '' }: { className?: string }) {
  const { listing, access } = useGate()
  const { documents } = listing
  const newCount = documents.filter((one) => isNewSince(one, access?.lastVisitAt)).length
  return (
    <a href={`#${DOCUMENTS_ID}`} className={`${buttons.filled} ${className}`}>
      {formatCount(documents.length, 'document')}
      {newCount > 0 && `, ${newCount} new`}
      <Icon path="M12 5v14M6 13l6 6 6-6" size={18} />
    </a>
  )
}

const DownloadAll = ({ documents }: { documents: readonly ListedDocument[] }) => (
  <>
    <Icon path={downloadIcon} size={18} stroke={1.5} /> Download all ({formatBytes(totalBytes(documents))})
  </>
)

interface DocumentRowProps {
  document: ListedDocument
  access: Access
  /** Opens the document, or asks for the buyer's details first. */
  onShow: ((fileId: string) => void) | undefined
}

/** One line of the list: name, type, size, date, and whether the document is locked. */
function DocumentRow({ document, access, onShow }: DocumentRowProps) {
  return (
    <li className={classes.item}>
      <button type="button" className={classes.row} onClick={() => onShow?.(document.id)} disabled={!onShow}>
        <span className={classes.icon}>
          <Icon path={documentIcon(document)} stroke={1.5} />
        </span>
        <span className={classes.text}>
          <span className={classes.name}>
            <bdi>{document.name}</bdi>
          </span>
          <span className={classes.facts}>
            <FactsLine facts={documentFacts(document)} />
          </span>
        </span>
        <span className={classes.state}>
          <DocumentState document={document} access={access} />
        </span>
      </button>
    </li>
  )
}

/** All of the same width, so that nothing moves when a buyer is recognised. */
function DocumentState({ document, access }: Pick<DocumentRowProps, 'document' | 'access'>) {
  if (!access)
    return (
      <span role="img" aria-label="Locked">
        <Icon path={lockIcon} size={18} stroke={1.5} />
      </span>
    )
  if (!isNewSince(document, access.lastVisitAt)) return <Icon path="m9 6 6 6-6 6" size={18} stroke={1.5} />
  return (
    <span role="img" aria-label="New since your last visit" title="New since your last visit" className={classes.new}>
      New
    </span>
  )
}

/** "LIM report · 62 pages · 18 MB · Updated 3 Nov" or "62 pages · View only · 3 Nov", without a type that the name says already. */
function documentFacts({ name, kind, pageCount, size, isViewOnly, ...dated }: ListedDocument) {
  const kindName = kind && documentTypes[kind]
  return [
    kindName && !name.toLowerCase().includes(kindName.toLowerCase()) && kindName,
    pageCount !== null && formatCount(pageCount, 'page'),
    isViewOnly ? 'View only' : formatBytes(size),
    ...documentDates(dated, DEFAULT_TIME_ZONE),
  ]
}

const totalBytes = (documents: readonly ListedDocument[]) =>
  documents.reduce((total, { size, isViewOnly }) => total + (isViewOnly ? 0 : size), 0)
