import { IconFileAlert } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppError } from '#platform/errors.ts'
import { failureSentence, isNoAnswer } from '#ui/failureSentence.ts'
import { icon } from '#ui/theme.ts'
import type { Reading } from './reading.ts'
import classes from './Viewer.module.css'

export function Loading({ label = 'Opening the document' }: { label?: string }) {
  return (
    <div className={classes.notice} role="status">
      <span className={classes.spinner} />
      <p>{label}</p>
    </div>
  )
}

interface TroubleProps {
  reading: Reading
  error: unknown
  onRetry?: () => void
  /** What only the reader of this kind of file knows about it. */
  explanation?: string
}

/** It could not be shown. It can still be had. */
export function Trouble({ reading, error, onRetry, explanation }: TroubleProps) {
  return (
    <Notice
      icon={<IconFileAlert {...icon} size={36} />}
      heading={`We can’t show “${reading.document.name}” here`}
      words={explanation ?? sentenceFor(error)}
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
    </Notice>
  )
}

interface NoticeProps {
  icon: ReactNode
  heading: string
  words: string
  alert?: boolean
  children: ReactNode
}

export function Notice({ icon: sign, heading, words, alert, children }: NoticeProps) {
  return (
    <div className={classes.notice} role={alert ? 'alert' : undefined}>
      {sign}
      <h3>{heading}</h3>
      <p>{words}</p>
      <div className={classes.choices}>{children}</div>
    </div>
  )
}

const sentenceFor = (error: unknown) =>
  error instanceof AppError || isNoAnswer(error)
    ? failureSentence(error)
    : 'Something went wrong while loading it. Please try again.'
