import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDuration } from '#ui/format/elapsedTime.ts'
import { agentName, formatAmount, formatCount } from '#ui/format/format.ts'
import { eraseReading, privateLinkQuery } from '../../buyer.functions.ts'
import { ConfirmDeletion } from './ConfirmDeletion.tsx'
import classes from './StoredDetails.module.css'
import type { PrivateLinkData } from './StoredDetails.tsx'

interface BuyersReadingProps {
  linkKey: string
  link: PrivateLinkData
}

/** What was measured of the buyer's reading, to view and delete. */
export function BuyersReading({ linkKey, link }: BuyersReadingProps) {
  const [isErased, setErased] = useState(false)
  const { documents, searches } = link.reading
  const isEmpty = documents.length === 0 && searches.length === 0
  if (isEmpty && !isErased) return null
  return (
    <details className={classes.card} open={isErased || undefined}>
      <summary className={classes.summary}>
        <h2 className={classes.title}>Your reading</h2>
      </summary>
      <p role="status" className={classes.said}>
        {isErased && isEmpty && `Deleted. ${agentName(link.agent)} can no longer see what you read.`}
      </p>
      {!isEmpty && (
        <>
          <p>
            We measure how long you read each page, so {agentName(link.agent)} knows what matters to you. This is what
            they see:
          </p>
          <dl className={classes.facts}>
            {documents.map((document, index) => (
              <div key={index}>
                <dt>
                  <bdi>{document.name}</bdi>
                </dt>
                <dd>{readText(document)}</dd>
              </div>
            ))}
            {searches.length > 0 && (
              <div>
                <dt>Searched for</dt>
                <dd>
                  {searches.map(({ words, document }, index) => (
                    <span key={index}>
                      <bdi>“{words}”</bdi> in <bdi>{document}</bdi>
                      {'\n'}
                    </span>
                  ))}
                </dd>
              </div>
            )}
          </dl>
          <EraseReading linkKey={linkKey} link={link} onErased={() => setErased(true)} />
        </>
      )}
    </details>
  )
}

/** Pages that were on the screen for less were passed, not read. */
const MIN_READ_SECONDS = 1

type ReadDocument = PrivateLinkData['reading']['documents'][number]

/** "4 min 5 s, 12 of 60 pages" */
function readText({ seconds, pageSeconds, pageCount }: ReadDocument) {
  const pages = pageSeconds.filter((spent) => spent >= MIN_READ_SECONDS).length
  return `${formatDuration(seconds)}, ${formatAmount(pages)} of ${formatCount(pageCount, 'page')}`
}

interface EraseReadingProps extends BuyersReadingProps {
  onErased: () => void
}

function EraseReading({ linkKey, link, onErased }: EraseReadingProps) {
  const queryClient = useQueryClient()
  return (
    <ConfirmDeletion
      label="Delete my reading"
      question={
        <>
          <strong>Delete your reading permanently?</strong> {agentName(link.agent)} can no longer see how long you read
          and what you searched for. You can still open the documents. When you open one again, we measure again.
        </>
      }
      confirmLabel="Delete permanently"
      keepLabel="Keep my reading"
      onConfirm={async () => {
        await eraseReading({ data: { key: linkKey } })
        await queryClient.invalidateQueries(privateLinkQuery(linkKey))
      }}
      onDeleted={onErased}
    />
  )
}
