import type { ReactNode } from 'react'
import classes from './PageIntro.module.css'

interface PageIntroProps {
  title: string
  /** One or two sentences. */
  lead: string
  children?: ReactNode
}

/** How every marketing page but the home page begins. */
export function PageIntro({ title, lead, children }: PageIntroProps) {
  return (
    <div className={classes.ground}>
      <div className={classes.intro}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
    </div>
  )
}
