import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { icon } from '#ui/theme.ts'
import { BarButton } from './BarButton.tsx'
import type { Reading } from './reading.ts'
import classes from './Viewer.module.css'

interface FrameProps {
  reading: Reading
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

export function Frame({ reading, place, tools, pageTools, below, children }: FrameProps) {
  const { document, close, save, failure, previous, next } = reading
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <BarButton label="Close" onClick={close}>
          <IconArrowLeft {...icon} />
        </BarButton>
        <div className={classes.heading}>
          <h2 className={classes.name} title={document.name}>
            <bdi>{document.name}</bdi>
          </h2>
          {place && <div className={classes.place}>{place}</div>}
        </div>
        {tools}
        <BarButton label="Download" onClick={save}>
          <IconDownload {...icon} />
        </BarButton>
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
          <BarButton label={`Previous document: ${previous.name}`} onClick={previous.open}>
            <IconChevronLeft {...icon} />
            <span className={classes.neighbour}>{previous.name}</span>
          </BarButton>
        ) : (
          <span />
        )}
        <div className={classes.pageTools}>{pageTools}</div>
        {next ? (
          <BarButton label={`Next document: ${next.name}`} onClick={next.open}>
            <span className={classes.neighbour}>{next.name}</span>
            <IconChevronRight {...icon} />
          </BarButton>
        ) : (
          <span />
        )}
      </footer>
    </div>
  )
}
