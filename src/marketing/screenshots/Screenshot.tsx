import { screenshotFallbackUrl, type ScreenshotName, screenshotSize, screenshotSourceSet } from './screenshots.ts'
import classes from './Screenshot.module.css'

/** The frame around a screenshot; a sheet is part of a screen, or an email. */
export type Device = 'laptop' | 'phone' | 'sheet'

interface ScreenshotProps {
  device: Device
  name: ScreenshotName
  alt: string
  /** Its width on the page, as the `sizes` of an image. */
  sizes: string
}

const frames = { laptop: classes.frameLaptop, phone: classes.framePhone, sheet: classes.frameSheet }

/** A screenshot of the product in a device frame, loaded when it comes near the screen. */
export const Screenshot = ({ device, name, alt, sizes }: ScreenshotProps) => (
  <div className={frames[device]}>
    <picture>
      <source type="image/avif" srcSet={screenshotSourceSet(name, 'avif')} sizes={sizes} />
      <img
        className={classes.framePicture}
        src={screenshotFallbackUrl(name)}
        srcSet={screenshotSourceSet(name, 'webp')}
        sizes={sizes}
        {...screenshotSize(name)}
        alt={alt}
        loading="lazy"
        fetchPriority="low"
        decoding="async"
      />
    </picture>
  </div>
)

/** A screenshot on a quiet background, cropped so that its upper part is large enough to read. */
export const StagedScreenshot = (props: ScreenshotProps) => (
  <div className={classes.stage} data-holds={props.device}>
    <Screenshot {...props} />
  </div>
)
