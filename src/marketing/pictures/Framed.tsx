import classes from './frames.module.css'
import { Picture } from './Picture.tsx'
import type { PictureName } from './pictures.ts'

interface FramedProps {
  /** A sheet is a part of a screen, or a mail. */
  as: 'laptop' | 'phone' | 'sheet'
  name: PictureName
  alt: string
  sizes: string
}

/** A picture of the product with the device around it that it was taken on. */
export function Framed({ as, ...picture }: FramedProps) {
  return (
    <div className={classes[as]}>
      <Picture {...picture} className={classes.picture} />
    </div>
  )
}
