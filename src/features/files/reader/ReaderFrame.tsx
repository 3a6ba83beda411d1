import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDownload, IconFileAlert } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { AppError } from '#platform/errors.ts'
import { failureMessage, isNetworkError } from '#ui/feedback/failureMessage.ts'
import { icon } from '#ui/theme/theme.ts'
import type { DocumentSource } from './documentSource.ts'
import classes from './Reader.module.css'

interface ReaderFrameProps {
  reading: OpenedDocument
  /** Where in the document the reader is. */
  place?: ReactNode
  /** Beside the download. */
  tools?: ReactNode
  /** Between the documents before and after this one. */
  pageTools?: ReactNode
  /** Below the bar. */
  below?: ReactNode
  children: ReactNode
}

export function ReaderFrame({ reading, place, tools, pageTools, below, children }: ReaderFrameProps) {
  const { document, close, save, failure, previous, next } = reading
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
          {place && <div className={classes.place}>{place}</div>}
        </div>
        {tools}
        <ReaderButton label="Download" onClick={save}>
          <IconDownload {...icon} />
        </ReaderButton>
      </header>
      {failure && (
        <p className={classes.failure} role="alert">
          We couldn’t download this document. {failure}
        </p>
      )}
      {below}
      <div className={classes.stage}>{children}</div>
      <footer className={classes.foot}>
        {previous ? (
          <ReaderButton label={`Previous document: ${previous.name}`} onClick={previous.open}>
            <IconChevronLeft {...icon} />
            <span className={classes.neighbour}>{previous.name}</span>
          </ReaderButton>
        ) : (
          <span />
        )}
        <div className={classes.pageTools}>{pageTools}</div>
        {next ? (
          <ReaderButton label={`Next document: ${next.name}`} onClick={next.open}>
            <span className={classes.neighbour}>{next.name}</span>
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

/** One open document, and the ways out of it. */
export interface OpenedDocument {
  document: { name: string; contentType: string; size: number }
  address: DocumentSource
  close(): void
  save(): void
  /** Why it could not be saved. */
  failure?: string
  previous?: NeighbourDocument
  next?: NeighbourDocument
}

interface ReaderButtonProps {
  label: string
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
  children: ReactNode
}

export function ReaderButton({ label, onClick, pressed, disabled, children }: ReaderButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

export function ReaderLoading({ label = 'Opening the document' }: { label?: string }) {
  return (
    <div className={classes.notice} role="status">
      <span className={classes.spinner} />
      <p>{label}</p>
    </div>
  )
}

interface ReaderErrorProps {
  reading: OpenedDocument
  error: unknown
  onRetry?: () => void
  /** What only the reader of this kind of file knows about it. */
  explanation?: string
}

/** It could not be shown. It can still be had. */
export function ReaderError({ reading, error, onRetry, explanation }: ReaderErrorProps) {
  return (
    <ReaderNotice
      icon={<IconFileAlert {...icon} size={36} />}
      heading={`We can’t show “${reading.document.name}” here`}
      words={explanation ?? errorText(error)}
      alert
    >
      {onRetry && (
        <button type="button" className={classes.primary} onClick={onRetry}>
          Try again
        </button>
      )}
      <button type="button" className={classes.secondary} onClick={reading.save}>
        Download instead
      </button>
    </ReaderNotice>
  )
}

interface ReaderNoticeProps {
  icon: ReactNode
  heading: string
  words: string
  alert?: boolean
  children: ReactNode
}

export function ReaderNotice({ icon: sign, heading, words, alert, children }: ReaderNoticeProps) {
  return (
    <div className={classes.notice} role={alert ? 'alert' : undefined}>
      {sign}
      <h3>{heading}</h3>
      <p>{words}</p>
      <div className={classes.choices}>{children}</div>
    </div>
  )
}

const errorText = (error: unknown) =>
  error instanceof AppError || isNetworkError(error)
    ? failureMessage(error)
    : 'Something went wrong while loading it. Please try again.'

type KeyHandlers = Record<string, (() => void) | undefined>

/** Keys of the whole viewer, by name; "Ctrl+f" is Command on a Mac. Whoever types in a field keeps the plain ones. */
export function useReaderKeys(keys: KeyHandlers) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const act = keys[`${isCommand ? 'Ctrl+' : ''}${event.key}`]
    if (!act || event.altKey || (!isCommand && event.target instanceof HTMLInputElement)) return
    // A dialog over the document has the keys to itself.
    if (event.target instanceof Element && event.target.closest('[data-own-keys]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
