import type { ReactNode } from 'react'
import classes from './Story.module.css'
import { TickList } from './TickList.tsx'

export interface StoryProps {
  /** A link leads here by this name. */
  id?: string
  title: string
  text: string
  points: readonly string[]
  picture: ReactNode
  /** Where the picture stands, where there is room for both. */
  side?: 'left' | 'right' | 'below'
  /** The way on. */
  children?: ReactNode
}

/** One thing that the product does, in words and in a picture of it. */
export function Story({ id, title, text, points, picture, side = 'right', children }: StoryProps) {
  return (
    <section id={id} className={classes.story} data-side={side}>
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{text}</p>
        <TickList items={points} />
        {children && <div className={classes.more}>{children}</div>}
      </div>
      <div className={classes.picture}>{picture}</div>
    </section>
  )
}
