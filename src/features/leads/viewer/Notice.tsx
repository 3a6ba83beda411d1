import { IconFileAlert } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppError } from '#platform/errors.ts'
import { failureMessage, isNetworkError } from '#ui/failureSentence.ts'
import { icon } from '#ui/theme.ts'
import type { OpenedDocument } from './reading.ts'
import classes from './Viewer.module.css'

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
