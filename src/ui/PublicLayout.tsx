import type { ReactNode } from 'react'
import { PageFrame } from './PageFrame.tsx'
import classes from './PublicLayout.module.css'

/** Around pages that stand alone: one task each, nothing to wander off to. */
export const PublicLayout = ({ children }: { children: ReactNode }) => (
  <PageFrame classes={classes}>{children}</PageFrame>
)
