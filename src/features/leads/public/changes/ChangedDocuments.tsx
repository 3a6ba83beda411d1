import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DEFAULT_TIME_ZONE } from '#defaultTimeZone.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { mediumDate, mediumDay } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'
import { compareWords, type TextPart } from '../../changes/comparePages.ts'
import { documentChangeQuery, type fetchDocumentChange } from '../../changes/documentChanges.functions.ts'
import cards from '../privateLink/StoredDetails.module.css'
import type { PrivateLinkData } from '../privateLink/StoredDetails.tsx'
import classes from './ChangedDocuments.module.css'

/** Where the email about changed documents leads to. */
export const CHANGES_ID = 'changes'

type BuyersChange = PrivateLinkData['changes'][number]

/** What the agent told this buyer about: which documents changed and, for a new version, which pages. */
export function ChangedDocuments({ linkKey, changes }: { linkKey: string; changes: BuyersChange[] }) {
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

function ChangedDocument({ linkKey, change }: { linkKey: string; change: BuyersChange }) {
  const [isOpen, setOpen] = useState(false)
  const { id, name, kind, note, toldAt } = change
  const about = [whatHappened[kind], toldAt && mediumDate(toldAt, DEFAULT_TIME_ZONE), issuedText(change)]
  return (
    <li className={classes.change}>
      <p className={classes.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={classes.about}>{about.filter(Boolean).join(' · ')}</p>
      {note && (
        <blockquote className={classes.note} dir="auto">
          {note}
        </blockquote>
      )}
      {kind === 'replaced' && (
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} the pages of ${name} that changed`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the pages' : 'Show the pages that changed'}
        </Button>
      )}
      {isOpen && <ChangedPages linkKey={linkKey} changeId={id} />}
    </li>
  )
}

/** "Issued 3 Nov 2026, before: 10 Feb 2026". */
function issuedText({ fromIssuedOn, toIssuedOn }: BuyersChange) {
  const before = fromIssuedOn && fromIssuedOn !== toIssuedOn && `before: ${mediumDay(fromIssuedOn)}`
  return [toIssuedOn && `Issued ${mediumDay(toIssuedOn)}`, before].filter(Boolean).join(', ')
}

function ChangedPages({ linkKey, changeId }: { linkKey: string; changeId: string }) {
  const { data, error } = useQuery(documentChangeQuery(linkKey, changeId))
  if (error) return <FailureAlert error={error} />
  if (data === undefined) return <Loader size={20} aria-label="Comparing the versions" />
  if (data === null)
    return <p className={classes.about}>We can’t compare these versions page by page. Open the document to read it.</p>
  if (data.changedPages === 0) return <p className={classes.about}>All pages say the same as before.</p>
  const unshown = data.changedPages - data.pages.length
  return (
    <>
      <p className={classes.about}>
        {formatCount(data.changedPages, 'page')} changed, {data.samePages} stayed the same.
      </p>
      <ol className={classes.pages}>
        {data.pages.map((page) => (
          <ChangedPage key={`${page.from} ${page.to}`} page={page} />
        ))}
      </ol>
      {unshown > 0 && <p className={classes.about}>And {formatCount(unshown, 'more page')}.</p>}
    </>
  )
}

type ComparedPage = NonNullable<Awaited<ReturnType<typeof fetchDocumentChange>>>['pages'][number]

/** Both versions of a page, side by side. */
function ChangedPage({ page }: { page: ComparedPage }) {
  const { state, from, to, before, after } = page
  // A whole page that is new or gone has nothing to compare with.
  const parts =
    state === 'different'
      ? compareWords(before, after)
      : [{ state: 'same' as const, text: before || after }].filter(({ text }) => text)
  return (
    <li className={classes.page}>
      <p className={classes.pageTitle} data-state={state}>
        {pageTitle(page)}
      </p>
      <div className={classes.sides} data-state={state}>
        {from !== null && <Side label={`Before, page ${from}`} parts={parts} without="new" />}
        {to !== null && <Side label={`Now, page ${to}`} parts={parts} without="gone" />}
      </div>
    </li>
  )
}

function pageTitle({ state, from, to }: ComparedPage) {
  if (state === 'new') return `Page ${to} is new`
  if (state === 'gone') return `Page ${from} is gone`
  return from === to ? `Page ${to} is different` : `Page ${to} is different. It was page ${from}`
}

interface SideProps {
  label: string
  parts: TextPart[]
  /** What this version does not say. */
  without: 'new' | 'gone'
}

function Side({ label, parts, without }: SideProps) {
  const shown = parts.filter(({ state }) => state !== without)
  return (
    <section className={classes.side} aria-label={label}>
      <p className={classes.sideTitle}>{label}</p>
      {shown.length === 0 && <p className={classes.about}>A picture without text. Open the document to see it.</p>}
      <p className={classes.text} dir="auto">
        {shown.map(({ state, text }, index) =>
          state === 'same' ? text : state === 'new' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>,
        )}
      </p>
    </section>
  )
}
