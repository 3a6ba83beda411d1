import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { icon } from '#ui/theme.ts'
import { BarButton } from '../BarButton.tsx'
import { Frame } from '../Frame.tsx'
import { Loading, Trouble } from '../Notice.tsx'
import type { Reading } from '../reading.ts'
import { useKeys } from '../useKeys.ts'
import { useZoom } from '../useZoom.ts'
import classes from './Other.module.css'
import { useAddress } from './useAddress.ts'

interface PictureProps {
  reading: Reading
  onRetry: () => void
}

export function Picture({ reading, onRetry }: PictureProps) {
  const place = useRef<HTMLDivElement>(null)
  const { url, error, onError } = useAddress(reading.address)
  const [isShown, setShown] = useState(false)
  const { closer, farther, reset } = useZoom(place)
  useKeys({ '+': closer, '=': closer, '-': farther, '0': reset })
  const pageTools = (
    <>
      <BarButton label="Zoom out" onClick={farther}>
        <IconZoomOut {...icon} />
      </BarButton>
      <BarButton label="Zoom in" onClick={closer}>
        <IconZoomIn {...icon} />
      </BarButton>
    </>
  )
  return (
    <Frame reading={reading} pageTools={pageTools}>
      {error !== undefined && <Trouble reading={reading} error={error} onRetry={onRetry} />}
      <div ref={place} className={classes.desk} hidden={error !== undefined}>
        {!isShown && <Loading label="Opening the photo" />}
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
    </Frame>
  )
}
