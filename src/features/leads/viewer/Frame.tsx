import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { icon } from '#ui/theme.ts'
import { ReaderButton } from './BarButton.tsx'
import type { OpenedDocument } from './reading.ts'
import classes from './Viewer.module.css'

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
