import type { ReactNode } from 'react'
import classes from './MessageScreen.module.css'
import { usePageTitle } from './portal/usePageTitle.ts'

/** One message in the middle of whatever surrounds it: nothing here, or something failed. It stands on any page. */
export function MessageScreen({ heading, children, actions }: MessageScreenProps) {
  const Heading = usePageTitle() ? 'h2' : 'h1'
  return (
    <div className={classes.screen}>
      <Heading className={classes.heading}>{heading}</Heading>
      <div className={classes.words}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

interface MessageScreenProps {
  heading: string
  children: ReactNode
  actions?: ReactNode
}
