import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { icon } from '#ui/theme.ts'
import { ReaderButton } from '../BarButton.tsx'
import { ReaderFrame } from '../Frame.tsx'
import { ReaderLoading, ReaderError } from '../Notice.tsx'
import type { OpenedDocument } from '../reading.ts'
import { useReaderKeys } from '../useKeys.ts'
import { useZoom } from '../useZoom.ts'
import classes from './Other.module.css'
import { useDocumentUrl } from './useAddress.ts'

interface ImageDocumentProps {
  reading: OpenedDocument
  onRetry: () => void
}

export function ImageDocument({ reading, onRetry }: ImageDocumentProps) {
  const place = useRef<HTMLDivElement>(null)
  const { url, error, onError } = useDocumentUrl(reading.address)
  const [isShown, setShown] = useState(false)
  const { closer, farther, reset } = useZoom(place)
  useReaderKeys({ '+': closer, '=': closer, '-': farther, '0': reset })
  const pageTools = (
    <>
      <ReaderButton label="Zoom out" onClick={farther}>
        <IconZoomOut {...icon} />
      </ReaderButton>
      <ReaderButton label="Zoom in" onClick={closer}>
        <IconZoomIn {...icon} />
      </ReaderButton>
    </>
  )
  return (
    <ReaderFrame reading={reading} pageTools={pageTools}>
      {error !== undefined && <ReaderError reading={reading} error={error} onRetry={onRetry} />}
      <div ref={place} className={classes.desk} hidden={error !== undefined}>
        {!isShown && <ReaderLoading label="Opening the photo" />}
        {url && (
          <div className={classes.sheet} hidden={!isShown}>
            <img
              className={classes.picture}
              src={url}
              alt={reading.document.name}
              onLoad={() => setShown(true)}
              onError={onError}
            />
          </div>
        )}
      </div>
    </ReaderFrame>
  )
}
