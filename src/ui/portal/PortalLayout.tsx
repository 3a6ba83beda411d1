import { type ReactNode, useEffect, useState } from 'react'
import { whenInteractive } from '#platform/reporting/whenInteractive.ts'
import { SkipLink } from '../SkipLink.tsx'
import { loadToasts } from '../toasts.ts'
import { BottomBar } from './BottomBar.tsx'
import { Keyboard, type Shown } from './keyboard/Keyboard.tsx'
import type { FindTargets } from './keyboard/Palette.tsx'
import classes from './PortalLayout.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'

interface PortalLayoutProps {
  bell: ReactNode
  /** How many leads the agent has not looked at yet. */
  leadsToReply: number
  /** Who is signed in, at the end of the top bar. */
  account: ReactNode
  /** What matters wherever the agent is. Usually nothing. */
  notice?: ReactNode
  find: FindTargets
  children: ReactNode
}

export function PortalLayout({ bell, leadsToReply, account, notice, find, children }: PortalLayoutProps) {
  const [shown, setShown] = useState<Shown>()
  // Agents get many, and one that says that the connection is gone cannot be fetched then.
  useEffect(() => whenInteractive(() => void loadToasts()), [])
  return (
    <div className={classes.portal}>
      <SkipLink />
      <Sidebar leadsToReply={leadsToReply} />
      <div className={classes.column}>
        <TopBar bell={bell} account={account} onSearch={() => setShown('search')} />
        <main id="content" tabIndex={-1} className={classes.content}>
          <div className={classes.notice}>{notice}</div>
          {children}
        </main>
      </div>
      <BottomBar leadsToReply={leadsToReply} />
      <Keyboard shown={shown} onShow={setShown} find={find} />
    </div>
  )
}
