import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { formatDuration } from '#ui/format/elapsedTime.ts'
import { formatAmount, formatCount } from '#ui/format/format.ts'
import { eraseReading, privateLinkQuery } from '../../buyer.functions.ts'
import classes from './StoredDetails.module.css'
import { linkAgentName, type PrivateLinkData } from './StoredDetails.tsx'

interface OwnReadingProps {
  linkKey: string
  link: PrivateLinkData
}

/** What was measured of the buyer's reading, to view and delete. */
export function OwnReading({ linkKey, link }: OwnReadingProps) {
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
        {isErased && isEmpty && `Deleted. ${linkAgentName(link)} can no longer see what you read.`}
      </p>
      {!isEmpty && (
        <>
          <p>
            We measure how long you read each page, so {linkAgentName(link)} knows what matters to you. This is what
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

interface EraseReadingProps extends OwnReadingProps {
  onErased: () => void
}

/** Asks for confirmation, because it can’t be undone. */
function EraseReading({ linkKey, link, onErased }: EraseReadingProps) {
  const [isAsking, setAsking] = useState<boolean>()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await eraseReading({ data: { key: linkKey } })
      await queryClient.invalidateQueries(privateLinkQuery(linkKey))
    },
    meta: { handled: true },
    onSuccess: onErased,
  })
  if (!isAsking)
    return (
      <Button
        variant="subtle"
        color="red"
        c="red.9"
        className={classes.first}
        autoFocus={isAsking === false}
        onClick={() => setAsking(true)}
      >
        Delete my reading
      </Button>
    )
  return (
    <section className={classes.question} aria-label="Delete my reading">
      <p>
        <strong>Delete your reading permanently?</strong> {linkAgentName(link)} can no longer see how long you read and
        what you searched for. You can still open the documents. When you open one again, we measure again.
      </p>
      <FailureAlert error={error} />
      <Group gap="xs">
        <Button color="red.9" loading={isPending} onClick={() => mutate()}>
          Delete permanently
        </Button>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          Keep my reading
        </Button>
      </Group>
    </section>
  )
}
