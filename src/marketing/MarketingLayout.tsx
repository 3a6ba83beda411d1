import type { ReactNode } from 'react'
import { SkipLink } from '#ui/SkipLink.tsx'
import { MarketingFooter } from './MarketingFooter.tsx'
import { MarketingHeader } from './MarketingHeader.tsx'
import classes from './MarketingLayout.module.css'

export function MarketingLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <SkipLink />
      <MarketingHeader />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <MarketingFooter />
    </div>
  )
}
