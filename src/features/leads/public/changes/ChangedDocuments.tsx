import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { mediumDate, mediumDay } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'
import touch from '#ui/touchTarget.module.css'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { documentChangeQuery } from '../../changes/documentChanges.functions.ts'
import cards from '../privateLink/StoredDetails.module.css'
import type { PrivateLinkData } from '../privateLink/StoredDetails.tsx'
import classes from './ChangedDocuments.module.css'
import { ChangedPage } from './ChangedPage.tsx'

/** Where the email about changed documents leads to. */
export const CHANGES_ID = 'changes'

type ToldChange = PrivateLinkData['changes'][number]

/** What the agent told this buyer about: which documents changed and, for a new version, which pages. */
export function ChangedDocuments({ linkKey, changes }: { linkKey: string; changes: ToldChange[] }) {
  if (changes.length === 0) return null
  return (
    <section id={CHANGES_ID} className={`${cards.card} ${classes.card}`} aria-labelledby="changed-documents">
      <h2 id="changed-documents" className={cards.title}>
        What changed
      </h2>
      <ul className={classes.changes}>
        {changes.map((change) => (
          <ChangedDocument key={change.id} linkKey={linkKey} change={change} />
        ))}
      </ul>
    </section>
  )
}

const whatHappened = { added: 'New document', replaced: 'New version', dated: 'New date' } as const

function ChangedDocument({ linkKey, change }: { linkKey: string; change: ToldChange }) {
  const [isOpen, setOpen] = useState(false)
  const { id, name, kind, note, toldAt } = change
  const facts = [whatHappened[kind], toldAt && mediumDate(toldAt, DEFAULT_TIME_ZONE), issuedText(change)]
  return (
    <li className={classes.change}>
      <p className={classes.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={classes.about}>
        <FactsLine facts={facts} />
      </p>
      {note && (
        <blockquote className={classes.note} dir="auto">
          {note}
        </blockquote>
      )}
      {kind === 'replaced' && (
        <Button
          variant="default"
          size="xs"
          className={touch.target}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} the pages of ${name} that changed`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the pages' : 'Show the pages that changed'}
        </Button>
      )}
      {isOpen && (
        <div className={classes.comparison}>
          <ChangedPages linkKey={linkKey} changeId={id} />
        </div>
      )}
    </li>
  )
}

/** "Issued 3 Nov 2026 (was 10 Feb 2026)". */
function issuedText({ fromIssuedOn, toIssuedOn }: ToldChange) {
  const was = fromIssuedOn !== toIssuedOn && fromIssuedOn ? mediumDay(fromIssuedOn) : ''
  if (!toIssuedOn) return was && `Earlier version issued ${was}`
  return `Issued ${mediumDay(toIssuedOn)}${was && ` (was ${was})`}`
}

function ChangedPages({ linkKey, changeId }: { linkKey: string; changeId: string }) {
  const { data, error, isStale, isFetching, refetch } = useQuery(documentChangeQuery(linkKey, changeId))
  if (data === undefined && error)
    return (
      <>
        <FailureAlert error={error} />
        <Button
          variant="default"
          size="xs"
          mt="xs"
          className={touch.target}
          loading={isFetching}
          onClick={() => refetch()}
        >
          Try again
        </Button>
      </>
    )
  if (data === undefined)
    return (
      <p className={`${classes.about} ${classes.comparing}`} role="status">
        <Loader size={16} /> Comparing the versions
      </p>
    )
  if (data === null)
    return <p className={classes.about}>We can’t compare these versions page by page. Open the document to read it.</p>
  if (data.changedPages === 0)
    return (
      <>
        <p className={classes.about}>
          {data.sameScans > 0 ? 'We found no changes.' : 'All pages say the same as before.'}
        </p>
        <ScansNote count={data.sameScans} />
      </>
    )
  const unshown = data.changedPages - data.pages.length
  return (
    <>
      <p className={classes.about}>
        {formatCount(data.changedPages, 'page')} changed, {data.samePages} stayed the same.
      </p>
      <ScansNote count={data.sameScans} />
      <ol className={classes.pages}>
        {data.pages.map((page) => (
          <ChangedPage
            key={`${page.from} ${page.to}`}
            page={page}
            // The URLs of the pictures expire while the page is open.
            onPictureFailed={() => isStale && refetch()}
          />
        ))}
      </ol>
      {unshown > 0 && <p className={classes.about}>And {formatCount(unshown, 'more page')}.</p>}
    </>
  )
}

/** A stamp or a figure that changed on a scan can be too small for us to notice. */
const ScansNote = ({ count }: { count: number }) =>
  count > 0 && (
    <p className={classes.about}>
      We compare scanned pages by how they look, and can miss small changes. Open the document to be sure.
    </p>
  )
