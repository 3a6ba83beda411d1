import type { ReactNode } from 'react'
import { SkipLink } from '../SkipLink.tsx'
import { BottomBar } from './BottomBar.tsx'
import classes from './PortalLayout.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'

export function PortalLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.portal}>
      <SkipLink />
      <Sidebar />
      <div className={classes.column}>
        <TopBar />
        <main id="content" tabIndex={-1} className={classes.content}>
          {children}
        </main>
      </div>
      <BottomBar />
    </div>
  )
}
