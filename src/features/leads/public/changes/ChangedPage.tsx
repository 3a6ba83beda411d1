import { Button } from '@mantine/core'
import { useState } from 'react'
import { compareWords, type TextPart } from '../../changes/comparePages.ts'
import type { fetchDocumentChange } from '../../changes/documentChanges.functions.ts'
import classes from './ChangedPage.module.css'

type ComparedPage = NonNullable<Awaited<ReturnType<typeof fetchDocumentChange>>>['pages'][number]

interface ChangedPageProps {
  page: ComparedPage
  onPictureFailed: () => void
}

/** Both versions of a page, side by side: their text, or their pictures if it was scanned. */
export function ChangedPage({ page, onPictureFailed }: ChangedPageProps) {
  const { state, from, to, before, after } = page
  const [isLarge, setLarge] = useState(false)
  // A whole page that is new or gone has nothing to compare with.
  const parts =
    state === 'different'
      ? compareWords(before.text, after.text)
      : [{ state: 'same' as const, text: before.text || after.text }].filter(({ text }) => text)
  const shared = { parts, isLarge, onPictureFailed }
  return (
    <li className={classes.page}>
      <div className={classes.head}>
        <p className={classes.title} data-state={state}>
          {pageTitle(page)}
        </p>
        {(before.picture || after.picture) && (
          <Button variant="subtle" size="compact-sm" className={classes.size} onClick={() => setLarge(!isLarge)}>
            {!isLarge ? 'Larger' : state === 'different' ? 'Side by side' : 'Smaller'}
          </Button>
        )}
      </div>
      <div className={classes.sides} data-state={state} data-large={isLarge || undefined}>
        {from !== null && <Side {...shared} label={`Before, page ${from}`} picture={before.picture} without="new" />}
        {to !== null && <Side {...shared} label={`Now, page ${to}`} picture={after.picture} without="gone" />}
      </div>
    </li>
  )
}

function pageTitle({ state, from, to }: ComparedPage) {
  if (state === 'new') return `Page ${to} is new`
  if (state === 'gone') return `Page ${from} is gone`
  return from === to ? `Page ${to} is different` : `Page ${to} is different. It was page ${from}`
}

type Picture = NonNullable<ComparedPage['before']['picture']>

interface SideProps {
  label: string
  parts: TextPart[]
  /** What this version does not say. */
  without: 'new' | 'gone'
  /** Of a scanned page. */
  picture: Picture | null
  isLarge: boolean
  onPictureFailed: () => void
}

function Side({ label, parts, without, picture, ...pictureProps }: SideProps) {
  const shown = parts.filter(({ state }) => state !== without)
  // Buyers can’t open the earlier version.
  const inDocument = without === 'gone' ? ' Open the document to see it.' : ''
  return (
    <section className={classes.side} data-picture={picture !== null || undefined} aria-label={label}>
      <p className={classes.sideTitle}>{label}</p>
      {picture ? (
        <PagePicture
          label={label}
          picture={picture}
          failure={`We can’t show this page right now.${inDocument}`}
          {...pictureProps}
        />
      ) : shown.length === 0 ? (
        <p className={classes.about}>This page has no text.{inDocument}</p>
      ) : (
        <p className={classes.text} dir="auto">
          {shown.map(({ state, text }, index) =>
            state === 'same' ? text : state === 'new' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>,
          )}
        </p>
      )}
    </section>
  )
}

interface PagePictureProps extends Pick<SideProps, 'label' | 'isLarge' | 'onPictureFailed'> {
  picture: Picture
  /** In its place, if it can’t be loaded. */
  failure: string
}

/** Of `pageWidths`: sharp beside the other version, and over the whole card. */
const PICTURE_WIDTHS = { small: 800, large: 1600 }

function PagePicture({ label, picture, failure, isLarge, onPictureFailed }: PagePictureProps) {
  const url = `${picture.url}&width=${isLarge ? PICTURE_WIDTHS.large : PICTURE_WIDTHS.small}`
  const [failedUrl, setFailedUrl] = useState<string>()
  if (failedUrl === url) return <p className={classes.about}>{failure}</p>
  return (
    <img
      className={classes.picture}
      src={url}
      width={picture.width}
      height={picture.height}
      alt={label}
      loading="lazy"
      draggable={false}
      onError={() => {
        setFailedUrl(url)
        onPictureFailed()
      }}
    />
  )
}
