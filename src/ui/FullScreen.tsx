import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import classes from './FullScreen.module.css'

/** For a message that replaces the whole page, layout included. */
export function FullScreen({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.header}>
        <Brand to="/" />
      </header>
      <main>{children}</main>
    </>
  )
}
