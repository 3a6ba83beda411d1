import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconFileAlert,
  IconFileCheck,
  IconMoon,
} from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { failureMessage, isNetworkError } from '#ui/feedback/failureMessage.ts'
import { icon } from '#ui/theme/tokens.ts'
import type { DocumentSource } from './documentSource.ts'
import classes from './Reader.module.css'
import type { ReadingMeasure } from './reading/readingMeasure.ts'
import { useReaderKeys } from './useReaderKeys.ts'

interface ReaderFrameProps {
  opened: OpenedDocument
  /** Which page is on the screen, or how much of the document. */
  position?: ReactNode
  /** Beside the download. */
  tools?: ReactNode
  /** Between the previous and the next document. */
  pageTools?: ReactNode
  /** Below the title bar. */
  below?: ReactNode
  children: ReactNode
}

export function ReaderFrame({ opened, position, tools, pageTools, below, children }: ReaderFrameProps) {
  const { document, close, download, downloadError, previous, next, night } = opened
  useReaderKeys({ n: night.toggle, N: night.toggle })
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <ReaderButton label="Close" onClick={close}>
          <IconArrowLeft {...icon} />
        </ReaderButton>
        <div className={classes.heading}>
          <h2 className={classes.name} title={document.name}>
            <bdi>{document.name}</bdi>
          </h2>
          {position && <div className={classes.position}>{position}</div>}
        </div>
        {opened.brand && <div className={classes.owner}>{opened.brand}</div>}
        {tools}
        <ReaderButton label="Night mode" shortcut="N" pressed={night.isOn} onClick={night.toggle}>
          <IconMoon {...icon} />
          <span className={classes.onLaptop}>Night mode</span>
        </ReaderButton>
        {opened.opensInNewTab && <OpenInNewTab source={opened.source} />}
        {download ? (
          <ReaderButton label="Download" onClick={download}>
            <IconDownload {...icon} />
          </ReaderButton>
        ) : (
          <span className={classes.viewOnly} title="You can read this document here, but not download it.">
            View only
          </span>
        )}
      </header>
      {downloadError && (
        // Toasts are hidden behind the dialog.
        <p className={classes.failure} role="alert">
          We couldn’t download this document. {downloadError}
        </p>
      )}
      {opened.isUpdated && (
        <p className={classes.updated} role="status">
          This document was updated while it was open. You’re reading the new version.
        </p>
      )}
      {below}
      <div className={classes.stage}>{children}</div>
      <footer className={classes.foot}>
        {previous ? (
          <ReaderButton label={`Previous: ${previous.name}`} onClick={previous.open}>
            <IconChevronLeft {...icon} />
            <span className={classes.neighbour}>Previous: {previous.name}</span>
          </ReaderButton>
        ) : (
          <span />
        )}
        <div className={classes.pageTools}>{pageTools}</div>
        {next ? (
          <ReaderButton label={`Next: ${next.name}`} onClick={next.open}>
            <span className={classes.neighbour}>Next: {next.name}</span>
            <IconChevronRight {...icon} />
          </ReaderButton>
        ) : (
          <span />
        )}
      </footer>
    </div>
  )
}

interface NeighbourDocument {
  name: string
  open(): void
}

/** What the reader knows about a document before it is opened. */
export interface DocumentInReader {
  id: string
  name: string
  contentType: string
  size: number
  pageCount: number | null
  /** Whenever this is different, so are the contents. */
  changedAt: Date | null
  /** Its pages are pictures that the server draws. */
  isViewOnly?: boolean
  /** A photo in a form that every browser shows, or the first page of a PDF. */
  picture?: { url: string; width: number; height: number }
}

export interface NightMode {
  isOn: boolean
  toggle: () => void
}

/** A document that is open in the reader, and what can be done with it. */
export interface OpenedDocument {
  document: DocumentInReader
  source: DocumentSource
  /** Learns which pages are on the screen. Missing where nothing is measured. */
  reading?: ReadingMeasure
  close(): void
  night: NightMode
  /** Missing for a document that is view only. */
  download?: () => void
  downloadError?: string
  /** It was replaced while it was open, and this is the new version. */
  isUpdated?: boolean
  previous?: NeighbourDocument
  next?: NeighbourDocument
  opensInNewTab?: boolean
  brand?: ReactNode
}

interface ReaderButtonProps {
  label: string
  /** The key that does the same. */
  shortcut?: string
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
  children: ReactNode
}

export function ReaderButton({ label, shortcut, onClick, pressed, disabled, children }: ReaderButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      aria-keyshortcuts={shortcut}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

const OPEN_IN_NEW_TAB = 'Open in a new tab'

/** A link, so that the browser never takes it for a pop-up. */
function OpenInNewTab({ source }: { source: DocumentSource }) {
  const [url, setUrl] = useState<string>()
  // The URL has expired if the document was open for a while. Without one, the reader itself says why.
  const refresh = useCallback(() => {
    source.current().then(setUrl, () => {})
  }, [source])
  useEffect(refresh, [refresh])
  // Without a URL it would be no link to the browser, and screen readers would ignore its label.
  if (!url)
    return (
      <ReaderButton label={OPEN_IN_NEW_TAB} onClick={refresh} disabled>
        <IconExternalLink {...icon} />
      </ReaderButton>
    )
  return (
    <a
      className={classes.button}
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={OPEN_IN_NEW_TAB}
      title={OPEN_IN_NEW_TAB}
      onPointerEnter={refresh}
      onFocus={refresh}
    >
      <IconExternalLink {...icon} />
    </a>
  )
}

interface ReaderLoadingProps {
  label?: string
  /** There is something to look at already: a small notice is enough. */
  isOverlay?: boolean
}

export function ReaderLoading({ label = 'Opening the document', isOverlay }: ReaderLoadingProps) {
  return (
    <div className={isOverlay ? classes.loadingOverlay : classes.notice} role="status">
      <span className={classes.spinner} />
      <p>{label}</p>
    </div>
  )
}

interface ReaderErrorProps {
  opened: OpenedDocument
  error: unknown
  onRetry?: () => void
  /** What is known about this error in a document of this type. */
  explanation?: string
}

/** The document could not be shown. It can still be downloaded, unless it is view only. */
export function ReaderError({ opened, error, onRetry, explanation }: ReaderErrorProps) {
  // Nothing failed, and neither another try nor a download would be answered: the way on is below the document.
  if (error instanceof AppError && error.name === 'AcknowledgementNeeded')
    return (
      <ReaderNotice
        icon={<IconFileCheck {...icon} size={36} />}
        heading={`Confirm “${opened.document.name}” first`}
        text={error.message}
      />
    )
  return (
    <ReaderNotice
      icon={<IconFileAlert {...icon} size={36} />}
      heading={`We can’t show “${opened.document.name}” here`}
      text={explanation ?? errorText(error)}
      alert
    >
      {onRetry && (
        <button type="button" className={classes.primary} onClick={onRetry}>
          Try again
        </button>
      )}
      {opened.download && (
        <button type="button" className={classes.secondary} onClick={opened.download}>
          Download instead
        </button>
      )}
    </ReaderNotice>
  )
}

interface ReaderNoticeProps {
  icon: ReactNode
  heading: string
  text: string
  alert?: boolean
  /** What the reader can do about it. */
  children?: ReactNode
}

export function ReaderNotice({ icon: noticeIcon, heading, text, alert, children }: ReaderNoticeProps) {
  return (
    <div className={classes.notice} role={alert ? 'alert' : undefined}>
      {noticeIcon}
      <h3>{heading}</h3>
      <p>{text}</p>
      {children && <div className={classes.choices}>{children}</div>}
    </div>
  )
}

const errorText = (error: unknown) =>
  error instanceof AppError || isNetworkError(error)
    ? failureMessage(error)
    : 'Something went wrong while loading it. Please try again.'
